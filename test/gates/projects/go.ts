// The same little shop in Go: table tests, testdata, a helper package that only tests import.
import type { Files } from '../case.ts';

export const GO: Files = {
  'go.mod': 'module shop\n\ngo 1.19\n',
  'baton.yaml': 'commands:\n  test: go test ./...\n',
  '.gitignore': '*.test\n*.out\n',
  'README.md': '# Shop\n\nCarts, slugs and receipts.\n',
  'cart.go': `package shop

import "errors"

type Item struct {
	Name  string
	Price int
	Count int
}

func Total(items []Item) int {
	sum := 0
	for _, item := range items {
		sum += item.Price * item.Count
	}
	return sum
}

func Discount(amount, percent int) (int, error) {
	if percent < 0 || percent > 100 {
		return 0, errors.New("expected 0 to 100")
	}
	return amount - amount*percent/100, nil
}
`,
  'slug.go': `package shop

import "strings"

func Slug(text string) string {
	return strings.Join(strings.Fields(strings.ToLower(text)), "-")
}
`,
  'receipt.go': `package shop

import "fmt"

func Receipt(items []Item) string {
	text := ""
	for _, item := range items {
		text += fmt.Sprintf("%s x%d\\n", item.Name, item.Count)
	}
	return text + fmt.Sprintf("total %d\\n", Total(items))
}
`,
  'tax.go': 'package shop\n\nfunc Tax(cents int) int {\n\treturn cents * 19 / 100\n}\n',
  'internal/testmoney/money.go': `package testmoney

import "testing"

func Same(t *testing.T, actual, wanted int) {
	t.Helper()
	if actual != wanted {
		t.Fatalf("expected %d, got %d", wanted, actual)
	}
}
`,
  'cart_test.go': `package shop

import "testing"

func cart() []Item {
	return []Item{{"tea", 5, 3}, {"cup", 10, 1}}
}

func TestAddsUpACart(t *testing.T) {
	if got := Total(cart()); got != 25 {
		t.Fatalf("expected 25, got %d", got)
	}
}

func TestTakesADiscountOff(t *testing.T) {
	got, err := Discount(200, 10)
	if err != nil || got != 180 {
		t.Fatalf("expected 180, got %d, %v", got, err)
	}
}

func TestRefusesADiscountOver100(t *testing.T) {
	if _, err := Discount(10, 101); err == nil {
		t.Fatal("expected an error")
	}
}
`,
  'slug_test.go': `package shop

import "testing"

func TestSlug(t *testing.T) {
	cases := []struct{ text, wanted string }{
		{"Green Tea", "green-tea"},
		{"  Cup  ", "cup"},
	}
	for _, c := range cases {
		t.Run(c.wanted, func(t *testing.T) {
			if got := Slug(c.text); got != c.wanted {
				t.Fatalf("expected %q, got %q", c.wanted, got)
			}
		})
	}
}
`,
  'receipt_test.go': `package shop

import (
	"os"
	"testing"
)

func TestPrintsAReceipt(t *testing.T) {
	golden, err := os.ReadFile("testdata/receipt.golden")
	if err != nil {
		t.Fatal(err)
	}
	if got := Receipt(cart()); got != string(golden) {
		t.Fatalf("expected %q, got %q", golden, got)
	}
}
`,
  'testdata/receipt.golden': 'tea x3\ncup x1\ntotal 25\n',
  'tax_test.go': `package shop

import (
	"testing"

	"shop/internal/testmoney"
)

func TestTakes19Percent(t *testing.T) {
	testmoney.Same(t, Tax(1000), 190)
}
`,
};

export const goShippingCode = (body = 'if amount >= 50 {\n\t\treturn 0\n\t}\n\treturn 5'): Files => ({
  'shipping.go': `package shop\n\nfunc Shipping(amount int) int {\n\t${body}\n}\n`,
});

export const goShippingTest = (
  body = 'if got := Shipping(50); got != 0 {\n\t\tt.Fatalf("expected 0, got %d", got)\n\t}\n\tif got := Shipping(49); got != 5 {\n\t\tt.Fatalf("expected 5, got %d", got)\n\t}',
): Files => ({
  'shipping_test.go': `package shop\n\nimport "testing"\n\nfunc TestShipsForFreeFrom50(t *testing.T) {\n\t${body}\n}\n`,
});
