// Strangers' work in Go: several packages, tests inside and outside of them, tables, examples, golden files.
import type { Files, Work } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { inProject } from './stranger.ts';

const LEDGER: Files = {
  'go.mod': 'module example.com/ledger\n\ngo 1.18\n',
  'baton.yaml': 'commands:\n  test: go test ./...\n',
  '.gitignore': '*.out\n',
  'README.md': '# ledger\n',
  'ledger.go': `// Package ledger keeps books.
package ledger

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Entry is one line of a book.
type Entry struct {
	Account string
	Cents   int
}

// Parse reads one line.
func Parse(line string) (Entry, error) {
	fields := strings.Fields(line)
	if len(fields) != 2 {
		return Entry{}, errors.New("ledger: two fields expected")
	}
	cents, err := strconv.Atoi(fields[1])
	if err != nil {
		return Entry{}, err
	}
	return Entry{fields[0], cents}, nil
}

// Balance adds up an account.
func Balance(entries []Entry, account string) int {
	sum := 0
	for _, entry := range entries {
		if entry.Account == account {
			sum += entry.Cents
		}
	}
	return sum
}

// Deprecated: use Balance.
func Sum(entries []Entry) int {
	sum := 0
	for _, entry := range entries {
		sum += entry.Cents
	}
	return sum
}

// Stamp is the day of now.
func Stamp() string {
	return time.Now().UTC().Format("2006-01-02")
}
`,
  'helper_test.go': `package ledger

import "testing"

func mustParse(t *testing.T, lines ...string) []Entry {
	t.Helper()
	var entries []Entry
	for _, line := range lines {
		entry, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry)
	}
	return entries
}
`,
  'ledger_test.go': `package ledger

import (
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		line string
		want Entry
		fail bool
	}{
		{name: "plain", line: "cash 100", want: Entry{"cash", 100}},
		{name: "more blanks", line: "  cash   -5 ", want: Entry{"cash", -5}},
		{name: "no number", line: "cash", fail: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.line)
			if (err != nil) != tt.fail {
				t.Fatalf("Parse(%q) failed with %v", tt.line, err)
			}
			if got != tt.want {
				t.Errorf("Parse(%q) = %v, want %v", tt.line, got, tt.want)
			}
		})
	}
}

func TestBalance(t *testing.T) {
	entries := mustParse(t, "cash 100", "bank 50", "cash -30")
	if got := Balance(entries, "cash"); got != 70 {
		t.Errorf("got %d, want 70", got)
	}
}

func TestBalanceOfNobody(t *testing.T) {
	entries := mustParse(t, "cash 100")
	if got := Balance(entries, "bank"); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}

func TestBalanceOfNothing(t *testing.T) {
	if got := Balance(nil, "bank"); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}

func TestSum(t *testing.T) {
	if got := Sum(mustParse(t, "cash 100", "bank 50")); got != 150 {
		t.Errorf("got %d, want 150", got)
	}
}

func TestStamp(t *testing.T) {
	if got, want := Stamp(), time.Now().UTC().Format("2006-01-02"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
`,
  'internal/money/money.go': `package money

import "fmt"

// Format prints cents.
func Format(cents int) string {
	return fmt.Sprintf("%d.%02d", cents/100, cents%100)
}
`,
  'internal/money/money_test.go': `package money_test

import (
	"fmt"
	"testing"

	"example.com/ledger/internal/money"
)

func TestFormat(t *testing.T) {
	for cents, want := range map[int]string{0: "0.00", 5: "0.05", 1234: "12.34"} {
		if got := money.Format(cents); got != want {
			t.Errorf("Format(%d) = %s, want %s", cents, got, want)
		}
	}
}

func ExampleFormat() {
	fmt.Println(money.Format(250))
	// Output: 2.50
}
`,
  'cmd/ledger/main.go': `package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"example.com/ledger"
	"example.com/ledger/internal/money"
)

func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		entry, err := ledger.Parse(lines.Text())
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s %s\\n", entry.Account, money.Format(entry.Cents))
	}
	return nil
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`,
  'cmd/ledger/main_test.go': `package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files")

func TestRun(t *testing.T) {
	inputs, err := filepath.Glob("testdata/*.in")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no inputs", err)
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			text, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := run(bytes.NewReader(text), &out); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(input, ".in") + ".golden"
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if out.String() != string(want) {
				t.Errorf("got %q, want %q", out.String(), want)
			}
		})
	}
}
`,
  'cmd/ledger/testdata/plain.in': 'cash 100\nbank 5\n',
  'cmd/ledger/testdata/plain.golden': 'cash 1.00\nbank 0.05\n',
  'kind_string.go':
    '// Code generated by "stringer -type=Kind"; DO NOT EDIT.\n\npackage ledger\n\nconst kindNames = "cash bank"\n',
};

const L = 'ledger_test.go';
const MONEY = 'internal/money/money_test.go';
const ledger = inProject('go', 'ledger', LEDGER, { file: L, name: 'TestBalance' });

const THREE = /func TestBalance\(t[\s\S]*?(?=func TestSum)/;
const TABLE = `func TestBalance(t *testing.T) {
	for name, tt := range map[string]struct {
		lines   []string
		account string
		want    int
	}{
		"several": {[]string{"cash 100", "bank 50", "cash -30"}, "cash", 70},
		"nobody":  {[]string{"cash 100"}, "bank", 0},
		"nothing": {nil, "bank", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Balance(mustParse(t, tt.lines...), tt.account); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

`;

const onLedger: readonly Work[] = [
  ledger('new-parameter', {
    gates: ['relay'],
    released: [MONEY],
    story: 'money is printed with its currency, in three packages and their tests',
    edit: all(
      replace(
        'internal/money/money.go',
        'func Format(cents int) string {',
        'func Format(cents int, currency string) string {',
      ),
      replace(
        'internal/money/money.go',
        '"%d.%02d", cents/100, cents%100',
        '"%d.%02d %s", cents/100, cents%100, currency',
      ),
      replace('cmd/ledger/main.go', 'entry.Cents)', 'entry.Cents, "EUR")'),
      replace(MONEY, 'money.Format(cents)', 'money.Format(cents, "EUR")'),
      replace(
        MONEY,
        '0: "0.00", 5: "0.05", 1234: "12.34"',
        '0: "0.00 EUR", 5: "0.05 EUR", 1234: "12.34 EUR"',
      ),
      replace(MONEY, 'money.Format(250)', 'money.Format(250, "EUR")'),
      replace(MONEY, 'Output: 2.50', 'Output: 2.50 EUR'),
      write({ 'cmd/ledger/testdata/plain.golden': 'cash 1.00 EUR\nbank 0.05 EUR\n' }),
    ),
    names: { file: MONEY, name: 'TestFormat' },
  }),
  ledger('new-parameter-all-released', {
    gates: ['h3a', 'agentmux'],
    released: [MONEY, 'cmd/ledger/testdata/', 'cmd/ledger/main_test.go'],
    story: 'money is printed with its currency, and everything that says so was released',
    edit: all(
      replace(
        'internal/money/money.go',
        'func Format(cents int) string {',
        'func Format(cents int, currency string) string {',
      ),
      replace(
        'internal/money/money.go',
        '"%d.%02d", cents/100, cents%100',
        '"%d.%02d %s", cents/100, cents%100, currency',
      ),
      replace('cmd/ledger/main.go', 'entry.Cents)', 'entry.Cents, "EUR")'),
      replace(MONEY, 'money.Format(cents)', 'money.Format(cents, "EUR")'),
      replace(
        MONEY,
        '0: "0.00", 5: "0.05", 1234: "12.34"',
        '0: "0.00 EUR", 5: "0.05 EUR", 1234: "12.34 EUR"',
      ),
      replace(MONEY, 'money.Format(250)', 'money.Format(250, "EUR")'),
      replace(MONEY, 'Output: 2.50', 'Output: 2.50 EUR'),
      write({ 'cmd/ledger/testdata/plain.golden': 'cash 1.00 EUR\nbank 0.05 EUR\n' }),
    ),
    names: { file: MONEY, name: 'TestFormat' },
  }),
  ledger('table', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    released: [L],
    story: 'three tests become a table',
    edit: replace(L, THREE, TABLE),
  }),
  ledger('table-not-released', {
    gates: ['agentmux', 'hook'],
    kind: 'tests',
    story: 'three tests become a table, and nobody released anything',
    edit: replace(L, THREE, TABLE),
  }),
  ledger('two-packages', {
    gates: ['h3a', 'hook'],
    tested: true,
    story: 'a new name in one package, which another uses, with tests in both',
    edit: all(
      append(
        'internal/money/money.go',
        '\n// Round drops the cents.\nfunc Round(cents int) int {\n\treturn (cents + 50) / 100 * 100\n}\n',
      ),
      append(
        MONEY,
        '\nfunc TestRound(t *testing.T) {\n\tif got := money.Round(149); got != 100 {\n\t\tt.Errorf("got %d", got)\n\t}\n\tif got := money.Round(150); got != 200 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
      ),
      replace(
        'ledger.go',
        '// Deprecated',
        '// Rounded is the balance without cents.\nfunc Rounded(entries []Entry, account string) int {\n\treturn money.Round(Balance(entries, account))\n}\n\n// Deprecated',
      ),
      replace('ledger.go', '\t"time"\n)', '\t"time"\n\n\t"example.com/ledger/internal/money"\n)'),
      append(
        L,
        '\nfunc TestRounded(t *testing.T) {\n\tif got := Rounded(mustParse(t, "cash 120", "cash 50"), "cash"); got != 200 {\n\t\tt.Errorf("got %d, want 200", got)\n\t}\n}\n',
      ),
    ),
    names: { file: MONEY, name: 'TestRound' },
  }),
  ledger('golden', {
    gates: ['h3a', 'relay'],
    released: ['cmd/ledger/testdata/plain.golden', 'TestRun'],
    story: 'columns are aligned, and the golden file is written anew',
    edit: all(
      replace('cmd/ledger/main.go', '"%s %s\\n"', '"%-8s %8s\\n"'),
      write({ 'cmd/ledger/testdata/plain.golden': 'cash         1.00\nbank         0.05\n' }),
    ),
    names: { file: 'cmd/ledger/main_test.go', name: 'TestRun/plain.in' },
  }),
  ledger('new-golden', {
    gates: ['h3a', 'hook'],
    kind: 'fix',
    tested: true,
    story: 'empty lines are no error, shown by a new pair of golden files',
    edit: all(
      replace(
        'cmd/ledger/main.go',
        '\t\tentry, err',
        '\t\tif lines.Text() == "" {\n\t\t\tcontinue\n\t\t}\n\t\tentry, err',
      ),
      write({
        'cmd/ledger/testdata/empty.in': 'cash 100\n\nbank 5\n',
        'cmd/ledger/testdata/empty.golden': 'cash 1.00\nbank 0.05\n',
      }),
    ),
    names: { file: 'cmd/ledger/main_test.go', name: 'TestRun/empty.in' },
  }),
  ledger('test-helper', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'comparing becomes a helper',
    edit: all(
      append(
        'helper_test.go',
        '\nfunc wantCents(t *testing.T, got, want int) {\n\tt.Helper()\n\tif got != want {\n\t\tt.Errorf("got %d, want %d", got, want)\n\t}\n}\n',
      ),
      replace(
        L,
        /\tif got := (Balance|Sum)\((.*)\); got != (\d+) \{\n\t\tt\.Errorf.*\n\t\}\n/g,
        '\twantCents(t, $1($2), $3)\n',
      ),
    ),
  }),
  ledger('rename-type', {
    gates: ['h3a', 'relay'],
    kind: 'rename',
    story: 'an exported type has another name, in code and tests',
    edit: all(
      replace('ledger.go', /\bEntry\b/g, 'Posting'),
      replace('helper_test.go', /\bEntry\b/g, 'Posting'),
      replace(L, /\bEntry\b/g, 'Posting'),
    ),
  }),
  ledger('rename-package', {
    gates: ['h3a', 'agentmux'],
    kind: 'rename',
    released: [MONEY, 'internal/cents/cents_test.go'],
    story: 'a package has another name',
    edit: all(
      move('internal/money/money.go', 'internal/cents/cents.go'),
      move(MONEY, 'internal/cents/cents_test.go'),
      replace('internal/cents/cents.go', 'package money', 'package cents'),
      replace('internal/cents/cents_test.go', 'package money_test', 'package cents_test'),
      replace('internal/cents/cents_test.go', 'internal/money', 'internal/cents'),
      replace('internal/cents/cents_test.go', 'money.Format', 'cents.Format'),
      replace('internal/cents/cents_test.go', 'for cents, want', 'for amount, want'),
      replace('internal/cents/cents_test.go', 'cents.Format(cents)', 'cents.Format(amount)'),
      replace('internal/cents/cents_test.go', '%s", cents, got', '%s", amount, got'),
      replace('cmd/ledger/main.go', 'internal/money', 'internal/cents'),
      replace('cmd/ledger/main.go', 'money.Format', 'cents.Format'),
    ),
  }),
  ledger('fix-row', {
    gates: ['h3a', 'hook'],
    kind: 'fix',
    tested: true,
    story: 'an amount may have a sign of plus and commas, with a row in the table',
    edit: all(
      replace('ledger.go', 'strconv.Atoi(fields[1])', 'strconv.Atoi(strings.ReplaceAll(fields[1], ",", ""))'),
      replace(
        L,
        '\t\t{name: "no number"',
        '\t\t{name: "with commas", line: "cash 1,000", want: Entry{"cash", 1000}},\n\t\t{name: "no number"',
      ),
    ),
    names: { file: L, name: 'TestParse/with_commas' },
  }),
  ledger('sentinel', {
    gates: ['h3a', 'relay'],
    story: 'an error that can be told from others; the test asks for it',
    edit: all(
      replace('ledger.go', 'errors.New("ledger: two fields expected")\n\t}', 'ErrFields\n\t}'),
      replace(
        'ledger.go',
        '// Parse reads',
        '// ErrFields says that a line is too short or too long.\nvar ErrFields = errors.New("ledger: two fields expected")\n\n// Parse reads',
      ),
      append(
        L,
        '\nfunc TestParseTellsWhy(t *testing.T) {\n\tif _, err := Parse("a b c"); !errors.Is(err, ErrFields) {\n\t\tt.Errorf("got %v, want ErrFields", err)\n\t}\n}\n',
      ),
      replace(L, '\t"testing"\n\t"time"', '\t"errors"\n\t"testing"\n\t"time"'),
    ),
    names: { file: L, name: 'TestParseTellsWhy' },
  }),
  ledger('moved-function', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: ['TestStamp'],
    story: 'a function moves to a package of its own, with its test',
    edit: all(
      replace('ledger.go', /\n\/\/ Stamp is[\s\S]*$/, ''),
      replace('ledger.go', '\t"time"\n', ''),
      write({
        'internal/day/day.go':
          'package day\n\nimport "time"\n\n// Stamp is the day of now.\nfunc Stamp() string {\n\treturn time.Now().UTC().Format("2006-01-02")\n}\n',
        'internal/day/day_test.go':
          'package day\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestStamp(t *testing.T) {\n\tif got, want := Stamp(), time.Now().UTC().Format("2006-01-02"); got != want {\n\t\tt.Errorf("got %s, want %s", got, want)\n\t}\n}\n',
      }),
      replace(L, /\nfunc TestStamp[\s\S]*$/, ''),
      replace(L, 'import (\n\t"testing"\n\t"time"\n)', 'import "testing"'),
    ),
  }),
  ledger('deprecated-removed', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: ['TestSum'],
    story: 'what was deprecated goes with its test',
    edit: all(
      replace('ledger.go', /\/\/ Deprecated[\s\S]*?\n\}\n\n/, ''),
      replace(L, /func TestSum[\s\S]*?\n\}\n\n/, ''),
    ),
  }),
  ledger('parallel', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'tests run beside each other',
    edit: all(
      replace(L, /(func Test\w+\(t \*testing\.T\) \{\n)/g, '$1\tt.Parallel()\n'),
      replace(MONEY, /(func Test\w+\(t \*testing\.T\) \{\n)/g, '$1\tt.Parallel()\n'),
    ),
  }),
  ledger('go-version', {
    gates: ['h3a', 'relay'],
    kind: 'dependencies',
    story: 'a newer language version',
    edit: replace('go.mod', 'go 1.18', 'go 1.19'),
  }),
  ledger('external-tests', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'tests stand outside of the package',
    edit: all(
      ...['helper_test.go', L].flatMap((file) => [
        replace(file, 'package ledger\n', 'package ledger_test\n'),
        replace(file, /(?<![\w".])(Entry|Parse|Balance|Sum|Stamp)\b(?=[({,\s])/g, 'ledger.$1'),
      ]),
      replace('helper_test.go', 'import "testing"', 'import (\n\t"testing"\n\n\t"example.com/ledger"\n)'),
      replace(L, '\t"time"\n)', '\t"time"\n\n\t"example.com/ledger"\n)'),
    ),
  }),
  ledger('example', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'an example for readers, which runs',
    edit: write({
      'example_test.go':
        'package ledger_test\n\nimport (\n\t"fmt"\n\n\t"example.com/ledger"\n)\n\nfunc ExampleParse() {\n\tentry, err := ledger.Parse("cash 5")\n\tfmt.Println(entry.Account, entry.Cents, err)\n\t// Output: cash 5 <nil>\n}\n',
    }),
    names: { file: 'example_test.go', name: 'ExampleParse' },
  }),
  ledger('generated', {
    gates: ['h3a', 'hook'],
    kind: 'generated',
    story: 'a generator wrote its file anew',
    edit: replace('kind_string.go', '"cash bank"', '"cash bank debt"'),
  }),
  ledger('clock', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    story: 'the clock can be turned by tests, and the test of the day does',
    edit: all(
      replace('ledger.go', '// Stamp is', 'var now = time.Now\n\n// Stamp is'),
      replace('ledger.go', 'return time.Now()', 'return now()'),
      replace(
        L,
        /func TestStamp[\s\S]*$/,
        'func TestStamp(t *testing.T) {\n\tnow = func() time.Time { return time.Date(2026, 1, 31, 23, 0, 0, 0, time.UTC) }\n\tdefer func() { now = time.Now }()\n\tif got, want := Stamp(), "2026-01-31"; got != want {\n\t\tt.Errorf("got %s, want %s", got, want)\n\t}\n}\n',
      ),
    ),
  }),
  ledger('doc-comment', {
    gates: ['h3a', 'relay'],
    kind: 'docs',
    story: 'documents a package where it stands',
    edit: replace(
      'ledger.go',
      '// Parse reads one line.',
      '// Parse reads one line: an account, blanks, and cents.',
    ),
  }),
  ledger('makefile', {
    gates: ['h3a', 'hook'],
    kind: 'refactor',
    released: ['Makefile'],
    story: 'a Makefile for those who like one',
    edit: write({ Makefile: 'test:\n\tgo test ./...\n' }),
  }),
];

/** The same where the command names every test. */
const VERBOSE = { ...LEDGER, 'baton.yaml': 'commands:\n  test: go test -v ./...\n' };
const TWICE = [
  'new-parameter-all-released',
  'two-packages',
  'table',
  'rename-type',
  'external-tests',
  'fix-row',
  'example',
  'clock',
];

export const strangersInGo: readonly Work[] = [
  ...onLedger,
  ...onLedger
    .filter(({ id }) => TWICE.some((name) => id === `stranger-ledger-${name}`))
    .map(
      (work): Work => ({
        ...work,
        id: work.id.replace('ledger', 'verbose'),
        before: () => VERBOSE,
        gates: ['h3a'],
      }),
    ),
];
