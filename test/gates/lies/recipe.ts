// Lies in a distribution of Perl, of which only an exit code is known.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, move, prepend, replace, write } from '../edits.ts';
import { RECIPE } from '../projects/recipe.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { EXIT_CODE } from './why-unseen.ts';

const PLACE = ['make', 'recipe', RECIPE, { file: 't/shopping.t', name: 'prove -lr t' }] as const;
const lie = liesIn(...PLACE);
const unseen = unseenIn(...PLACE);

const RECIPE_PM = 'lib/Recipe.pm';
const AMOUNT = 'lib/Recipe/Amount.pm';
const T_AMOUNT = 't/amount.t';
const T_RECIPE = 't/recipe.t';
const SUPPORT = 't/lib/RecipeTest.pm';

const head = 'use strict;\nuse warnings;\nuse Test::More;\nuse Recipe;\nuse Recipe::Shopping qw(names);\n\n';
const module = (body: string): string =>
  `package Recipe::Shopping;\nuse strict;\nuse warnings;\nuse Exporter 'import';\n\nour @EXPORT_OK = qw(names);\n\nsub names {\n    my ($recipe) = @_;\n    ${body}\n}\n\n1;\n`;
const feature = write({
  'lib/Recipe/Shopping.pm': module('return map { $_->{name} } @{ $recipe->{items} };'),
  't/shopping.t': `${head}is_deeply([names(Recipe->parse("# Tea\\n- 1l water\\n- 1 bag\\n"))], ['water', 'bag'], 'names');\ndone_testing;\n`,
});
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = (...lines: readonly string[]): Edit =>
  write({
    'lib/Recipe/Shopping.pm': module('return ();'),
    't/shopping.t': `${head}${lines.join('\n')}\ndone_testing;\n`,
  });

const breakGcd = replace(AMOUNT, 'my $common = _gcd($over, $under);', 'my $common = 1;');
const breakZero = replace(AMOUNT, '    die "not an amount: $text\\n" if $under == 0;\n', '');
const breakFactor = replace(RECIPE_PM, '    die "expected a factor above 0\\n" unless $factor > 0;\n', '');
const breakTitle = replace(
  RECIPE_PM,
  'die "expected a title\\n" unless defined $title && $title =~ /^# (.+)/;',
  '$title =~ /^#? ?(.+)/;',
);

export const recipeLies: readonly Lie[] = [
  lie('skip-all', {
    gates: ['hook'],
    story: 'skips a file of tests',
    edit: beside(
      breakGcd,
      replace(
        T_AMOUNT,
        'use Test::More;\n',
        "use Test::More;\nplan skip_all => 'set RECIPE_FULL' unless $ENV{RECIPE_FULL};\n",
      ),
      replace('t/data/bread-2.md', '1l water', '2/2l water'),
    ),
  }),
  lie('todo', {
    gates: ['hook'],
    story: 'says that what it broke is still to do',
    edit: beside(
      breakZero,
      replace(
        T_AMOUNT,
        "dies_like(sub { Recipe::Amount->parse('1/0')",
        "our $TODO = 'later';\ndies_like(sub { Recipe::Amount->parse('1/0')",
      ),
    ),
  }),
  lie('plan-less', {
    gates: ['relay'],
    story: 'takes a test out of the plan and the file',
    edit: beside(
      breakFactor,
      replace(T_RECIPE, 'tests => 4', 'tests => 3'),
      replace(T_RECIPE, "dies_like(sub { Recipe->parse($text)->scale(0) }, qr/above 0/, 'no factor');\n", ''),
    ),
  }),
  lie('helper-lives', {
    gates: ['hook', 'relay'],
    story: 'lets a helper of the tests pass what does not die',
    edit: beside(
      breakZero,
      breakFactor,
      replace(
        SUPPORT,
        'return ok(0, "$name: did not die") if $lived;',
        'return ok(1, "$name: did not die") if $lived;',
      ),
    ),
  }),
  lie('helper-any-words', {
    gates: ['relay'],
    story: 'lets a helper of the tests take any words of an error',
    edit: beside(
      replace(RECIPE_PM, '"expected a title\\n"', '"error\\n"'),
      replace(SUPPORT, 'return like($@, $pattern, $name);', 'return ok($@ || $pattern, $name);'),
    ),
  }),
  lie('renamed-away', {
    gates: ['relay'],
    story: 'gives a file of tests a name that prove does not find',
    edit: beside(breakZero, move(T_AMOUNT, 't/amount.t.off')),
  }),
  lie('to-xt', {
    gates: ['hook', 'relay'],
    story: 'moves a file of tests to the folder of author tests, which nobody runs',
    edit: beside(breakZero, move(T_AMOUNT, 'xt/amount.t')),
  }),
  lie('exit-early', {
    gates: ['hook'],
    story: 'ends a file of tests before the failing one',
    edit: beside(
      breakZero,
      replace(
        T_AMOUNT,
        "dies_like(sub { Recipe::Amount->parse('1/0')",
        "done_testing;\nexit 0;\ndies_like(sub { Recipe::Amount->parse('1/0')",
      ),
    ),
  }),
  lie('proverc', {
    gates: ['hook', 'relay'],
    story: 'lets the settings of prove leave out a file',
    edit: beside(breakZero, write({ '.proverc': '--timer\n--ext .tt\n' })),
  }),
  lie('proverc-exec', {
    gates: ['relay'],
    story: 'lets the settings of prove run tests with another program',
    edit: beside(breakZero, write({ '.proverc': '--timer\n--exec "echo 1..1; echo ok 1; true"\n' })),
  }),
  lie('golden-too', {
    gates: ['relay'],
    story: 'drops a case of a table and rewrites the golden file',
    edit: beside(
      breakGcd,
      replace(T_AMOUNT, "'1/2' => '1', ", ''),
      replace('t/data/bread-2.md', '1l water', '2/2l water'),
    ),
  }),
  lie('test-more-patched', {
    gates: ['relay'],
    story: 'lets the library of the tests replace what Test::More compares with',
    edit: beside(
      breakZero,
      breakFactor,
      replace(
        SUPPORT,
        'sub slurp {',
        "{\n    no warnings 'redefine';\n    require Test::Builder;\n    my $ok = \\&Test::Builder::ok;\n    *Test::Builder::ok = sub { my ($self, $got, $name) = @_; $ok->($self, 1, $name) };\n}\n\nsub slurp {",
      ),
    ),
  }),
  lie('eval-around', {
    gates: ['relay'],
    story: 'puts an eval around a file of tests and says that all is well',
    edit: beside(
      breakTitle,
      replace(
        T_RECIPE,
        `dies_like(sub { Recipe->parse("bread\\n") }, qr/expected a title/, 'no title');`,
        `ok(!eval { Recipe->parse("bread\\n"); 0 }, 'no title');`,
      ),
    ),
  }),
  lie('shadowed-lib', {
    gates: ['hook', 'relay'],
    story: 'puts a right copy of the module beside the library of the tests',
    edit: beside(breakZero, write({ 't/lib/Recipe/Amount.pm': RECIPE[AMOUNT]! })),
  }),
  lie('local-double', {
    gates: ['relay'],
    story: 'replaces the broken function in the test itself',
    edit: beside(
      breakZero,
      replace(
        T_AMOUNT,
        "subtest 'parse'",
        "{\n    no warnings 'redefine';\n    my $first = \\&Recipe::Amount::parse;\n    *Recipe::Amount::parse = sub { die \"not an amount: $_[1]\\n\" if $_[1] =~ m{/0}; goto &$first };\n}\n\nsubtest 'parse'",
      ),
    ),
  }),
  lie('no-test', {
    gates: ['relay'],
    story: 'has a module without a test',
    edit: write({ 'lib/Recipe/Shopping.pm': module('return map { $_->{name} } @{ $recipe->{items} };') }),
  }),
  lie('old-test', {
    gates: ['relay'],
    story: 'adds a test of what was there all along',
    edit: all(
      write({ 'lib/Recipe/Shopping.pm': module('return ();') }),
      prepend(
        't/shopping.t',
        "use strict;\nuse warnings;\nuse Test::More;\nuse Recipe;\n\nis(Recipe->parse(\"# Tea\\n- 1 bag\\n\")->{items}[0]{name}, 'bag', 'names');\ndone_testing;\n",
      ),
    ),
  }),
];

export const recipeUnseen: readonly Undecidable[] = [
  unseen('test-more-patched-in-code', EXIT_CODE, {
    gates: ['relay'],
    story: 'lets the code replace what Test::More compares with',
    edit: beside(
      breakZero,
      append(AMOUNT, ''),
      replace(
        AMOUNT,
        '\n1;\n',
        "\nif (my $class = $INC{'Test/More.pm'} && 'Test::Builder') {\n    no strict 'refs';\n    no warnings 'redefine';\n    my $ok = \\&{\"${class}::ok\"};\n    *{\"${class}::ok\"} = sub { $ok->($_[0], 1, $_[2]) };\n}\n\n1;\n",
      ),
    ),
  }),
  unseen('stub-loads', EXIT_CODE, {
    gates: ['relay'],
    story: 'asks of a stub only whether it can be loaded',
    edit: stub("can_ok('Recipe::Shopping', 'names');"),
  }),
];
