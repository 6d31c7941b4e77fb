// A distribution of Perl, known by the exit code of prove: subtests, a library of the tests, data beside them.
import type { Files } from '../case.ts';

export const RECIPE: Files = {
  'baton.yaml': 'commands:\n  test: { run: prove -lr t, basis: exit-code }\n',
  '.gitignore': 'blib/\n',
  'README.md': '# Recipe\n\nScales recipes.\n',
  'Makefile.PL':
    "use strict;\nuse warnings;\nuse ExtUtils::MakeMaker;\n\nWriteMakefile(NAME => 'Recipe', VERSION_FROM => 'lib/Recipe.pm', test => { TESTS => 't/*.t' });\n",
  '.proverc': '--timer\n',
  'lib/Recipe.pm': `package Recipe;
use strict;
use warnings;
use Recipe::Amount;

our $VERSION = '0.03';

sub parse {
    my ($class, $text) = @_;
    my ($title, @lines) = grep { /\\S/ } split /\\n/, $text;
    die "expected a title\\n" unless defined $title && $title =~ /^# (.+)/;
    my $self = bless { title => $1, items => [] }, $class;
    for my $line (@lines) {
        $line =~ /^- (\\S+) (.+)$/ or die "expected an ingredient, got '$line'\\n";
        push @{ $self->{items} }, { amount => Recipe::Amount->parse($1), name => $2 };
    }
    return $self;
}

sub scale {
    my ($self, $factor) = @_;
    die "expected a factor above 0\\n" unless $factor > 0;
    $_->{amount} = $_->{amount}->times($factor) for @{ $self->{items} };
    return $self;
}

sub render {
    my ($self) = @_;
    return join '', "# $self->{title}\\n", map { sprintf "- %s %s\\n", $_->{amount}->text, $_->{name} } @{ $self->{items} };
}

1;
`,
  'lib/Recipe/Amount.pm': `package Recipe::Amount;
use strict;
use warnings;

sub parse {
    my ($class, $text) = @_;
    $text =~ /^(\\d+)(?:\\/(\\d+))?([a-z]*)$/ or die "not an amount: $text\\n";
    my ($over, $under, $unit) = ($1, $2 // 1, $3);
    die "not an amount: $text\\n" if $under == 0;
    return bless { over => $over, under => $under, unit => $unit }, $class;
}

sub _gcd { my ($a, $b) = @_; ($a, $b) = ($b, $a % $b) while $b; return $a }

sub times {
    my ($self, $factor) = @_;
    my ($over, $under) = ($self->{over} * $factor, $self->{under});
    my $common = _gcd($over, $under);
    return bless { %$self, over => $over / $common, under => $under / $common }, ref $self;
}

sub text {
    my ($self) = @_;
    my $number = $self->{under} == 1 ? $self->{over} : "$self->{over}/$self->{under}";
    return "$number$self->{unit}";
}

1;
`,
  't/lib/RecipeTest.pm': `package RecipeTest;
use strict;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT = qw(dies_like slurp);

sub dies_like {
    my ($code, $pattern, $name) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $lived = eval { $code->(); 1 };
    return ok(0, "$name: did not die") if $lived;
    return like($@, $pattern, $name);
}

sub slurp {
    my ($path) = @_;
    open my $in, '<', $path or die "$path: $!";
    local $/;
    return scalar <$in>;
}

1;
`,
  't/amount.t': `use strict;
use warnings;
use lib 't/lib';
use Test::More;
use RecipeTest;
use Recipe::Amount;

subtest 'parse' => sub {
    is(Recipe::Amount->parse('3')->text, '3', 'a number');
    is(Recipe::Amount->parse('1/2l')->text, '1/2l', 'a fraction');
    is(Recipe::Amount->parse('200g')->text, '200g', 'a unit');
};

subtest 'times' => sub {
    my %cases = ('1/2' => '1', '2/3g' => '4/3g', '5' => '10');
    for my $text (sort keys %cases) {
        is(Recipe::Amount->parse($text)->times(2)->text, $cases{$text}, "2 x $text");
    }
};

dies_like(sub { Recipe::Amount->parse('lots') }, qr/not an amount: lots/, 'words');
dies_like(sub { Recipe::Amount->parse('1/0') }, qr/not an amount/, 'no parts');

done_testing;
`,
  't/recipe.t': `use strict;
use warnings;
use lib 't/lib';
use Test::More tests => 4;
use RecipeTest;
use Recipe;

my $text = slurp('t/data/bread.md');

is(Recipe->parse($text)->render, $text, 'renders what was read');
is(Recipe->parse($text)->scale(2)->render, slurp('t/data/bread-2.md'), 'scales');
dies_like(sub { Recipe->parse("bread\\n") }, qr/expected a title/, 'no title');
dies_like(sub { Recipe->parse($text)->scale(0) }, qr/above 0/, 'no factor');
`,
  't/data/bread.md': '# Bread\n- 500g flour\n- 1/2l water\n- 1 yeast\n',
  't/data/bread-2.md': '# Bread\n- 1000g flour\n- 1l water\n- 2 yeast\n',
};
