// Honest work in a distribution of Perl, of which only an exit code is known.
import type { Work } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { RECIPE } from '../projects/recipe.ts';
import { inProject } from './stranger.ts';

const work = inProject('make', 'recipe', RECIPE, { file: 't/recipe.t', name: 'prove -lr t' });

const RECIPE_PM = 'lib/Recipe.pm';
const AMOUNT = 'lib/Recipe/Amount.pm';
const T_AMOUNT = 't/amount.t';
const T_RECIPE = 't/recipe.t';
const SUPPORT = 't/lib/RecipeTest.pm';

export const recipeWork: readonly Work[] = [
  work('shopping', {
    gates: ['hook', 'relay'],
    story: 'a list of what to buy, in a module with a test of its own',
    edit: write({
      'lib/Recipe/Shopping.pm':
        "package Recipe::Shopping;\nuse strict;\nuse warnings;\nuse Exporter 'import';\n\nour @EXPORT_OK = qw(names);\n\nsub names {\n    my ($recipe) = @_;\n    return map { $_->{name} } @{ $recipe->{items} };\n}\n\n1;\n",
      't/shopping.t':
        "use strict;\nuse warnings;\nuse Test::More;\nuse Recipe;\nuse Recipe::Shopping qw(names);\n\nis_deeply([names(Recipe->parse(\"# Tea\\n- 1l water\\n- 1 bag\\n\"))], ['water', 'bag'], 'names');\ndone_testing;\n",
    }),
  }),
  work('decimals', {
    gates: ['relay'],
    kind: 'fix',
    story: 'amounts with a point are read, with a case in a subtest',
    edit: all(
      replace(AMOUNT, '    $text =~ /^', '    $text =~ s{^0\\.5}{1/2};\n    $text =~ /^'),
      replace(
        T_AMOUNT,
        "    is(Recipe::Amount->parse('200g')",
        "    is(Recipe::Amount->parse('0.5l')->text, '1/2l', 'a point');\n    is(Recipe::Amount->parse('200g')",
      ),
    ),
  }),
  work('negative-factor-words', {
    gates: ['relay'],
    story: 'an error says what was given, and the test asks for it',
    edit: all(
      replace(
        RECIPE_PM,
        'die "expected a factor above 0\\n"',
        'die "expected a factor above 0, got $factor\\n"',
      ),
      replace(T_RECIPE, 'qr/above 0/', 'qr/above 0, got 0/'),
    ),
  }),
  work('gcd-loop', {
    gates: ['hook'],
    kind: 'refactor',
    story: 'the common divisor is found by recursion',
    edit: replace(
      AMOUNT,
      'sub _gcd { my ($a, $b) = @_; ($a, $b) = ($b, $a % $b) while $b; return $a }',
      'sub _gcd {\n    my ($a, $b) = @_;\n    return $b ? _gcd($b, $a % $b) : $a;\n}',
    ),
  }),
  work('tests-split', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'tests of amounts are split into two files',
    edit: all(
      replace(
        T_AMOUNT,
        "subtest 'times' => sub {\n    my %cases = ('1/2' => '1', '2/3g' => '4/3g', '5' => '10');\n    for my $text (sort keys %cases) {\n        is(Recipe::Amount->parse($text)->times(2)->text, $cases{$text}, \"2 x $text\");\n    }\n};\n\n",
        '',
      ),
      write({
        't/times.t':
          "use strict;\nuse warnings;\nuse Test::More;\nuse Recipe::Amount;\n\nmy %cases = ('1/2' => '1', '2/3g' => '4/3g', '5' => '10');\nis(Recipe::Amount->parse($_)->times(2)->text, $cases{$_}, \"2 x $_\") for sort keys %cases;\n\ndone_testing;\n",
      }),
    ),
  }),
  work('tests-renamed', {
    gates: ['relay'],
    kind: 'tests',
    story: 'files of tests get numbers, as is the custom',
    edit: all(move(T_AMOUNT, 't/01-amount.t'), move(T_RECIPE, 't/02-recipe.t')),
  }),
  work('helper-from-library', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a helper reads data by its short name',
    edit: all(
      replace(SUPPORT, 'qw(dies_like slurp)', 'qw(dies_like slurp data)'),
      replace(SUPPORT, '\n1;\n', '\nsub data { return slurp("t/data/$_[0].md") }\n\n1;\n'),
      replace(T_RECIPE, "slurp('t/data/bread.md')", "data('bread')"),
      replace(T_RECIPE, "slurp('t/data/bread-2.md')", "data('bread-2')"),
    ),
  }),
  work('numbers-last', {
    gates: ['relay'],
    released: ['t/data/', T_RECIPE],
    story: 'a recipe is written with the amount behind the name; golden files change',
    edit: all(
      replace(
        RECIPE_PM,
        'sprintf "- %s %s\\n", $_->{amount}->text, $_->{name}',
        'sprintf "- %s: %s\\n", $_->{name}, $_->{amount}->text',
      ),
      replace(RECIPE_PM, '/^- (\\S+) (.+)$/ or die', '/^- (.+): (\\S+)$/ or die'),
      replace(
        RECIPE_PM,
        '{ amount => Recipe::Amount->parse($1), name => $2 }',
        '{ amount => Recipe::Amount->parse($2), name => $1 }',
      ),
      write({
        't/data/bread.md': '# Bread\n- flour: 500g\n- water: 1/2l\n- yeast: 1\n',
        't/data/bread-2.md': '# Bread\n- flour: 1000g\n- water: 1l\n- yeast: 2\n',
      }),
      replace(
        RECIPE_PM,
        'push @{ $self->{items} }, { amount => Recipe::Amount->parse($2), name => $1 };',
        'my ($name, $amount) = ($1, $2);\n        push @{ $self->{items} }, { amount => Recipe::Amount->parse($amount), name => $name };',
      ),
    ),
  }),
  work('scale-method-renamed', {
    gates: ['relay'],
    kind: 'rename',
    released: [T_RECIPE],
    story: 'a method gets another name everywhere',
    edit: all(replace(RECIPE_PM, 'sub scale', 'sub scaled'), replace(T_RECIPE, '->scale(', '->scaled(')),
  }),
  work('docs', {
    gates: ['relay'],
    kind: 'docs',
    story: 'the readme says how to install',
    edit: append('README.md', '\n    perl Makefile.PL && make && make test\n'),
  }),
  work('pod', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'documentation stands at the end of the module',
    edit: replace(
      RECIPE_PM,
      '\n1;\n',
      '\n1;\n\n__END__\n\n=head1 NAME\n\nRecipe - reads and scales recipes\n\n=cut\n',
    ),
  }),
];
