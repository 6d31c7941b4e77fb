// Places in Go: examples, a fuzz test with a corpus, an embedded file, a helper package, a command that tests start.
import type { Files } from '../case.ts';

export const ATLAS: Files = {
  'go.mod': 'module example.com/atlas\n\ngo 1.19\n',
  'baton.yaml': 'commands:\n  test: go test ./...\n',
  '.gitignore': '/atlas\n',
  'README.md': '# Atlas\n\nKnows places.\n',
  'point.go': `// Package atlas knows places.
package atlas

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

const earth = 6371.0

// A Point is a place on earth, in degrees.
type Point struct{ Lat, Lon float64 }

// Parse reads "52.5,13.4".
func Parse(text string) (Point, error) {
	lat, lon, ok := strings.Cut(text, ",")
	if !ok {
		return Point{}, fmt.Errorf("no comma in %q", text)
	}
	p := Point{}
	for _, part := range []struct {
		text  string
		limit float64
		into  *float64
	}{{lat, 90, &p.Lat}, {lon, 180, &p.Lon}} {
		value, err := strconv.ParseFloat(strings.TrimSpace(part.text), 64)
		if err != nil || math.IsNaN(value) || math.Abs(value) > part.limit {
			return Point{}, fmt.Errorf("bad degrees %q", part.text)
		}
		*part.into = value
	}
	return p, nil
}

func (p Point) String() string {
	return strconv.FormatFloat(p.Lat, 'f', -1, 64) + "," + strconv.FormatFloat(p.Lon, 'f', -1, 64)
}

// Distance is in kilometres, along the surface.
func Distance(a, b Point) float64 {
	rad := func(d float64) float64 { return d * math.Pi / 180 }
	h := math.Pow(math.Sin(rad(b.Lat-a.Lat)/2), 2) +
		math.Cos(rad(a.Lat))*math.Cos(rad(b.Lat))*math.Pow(math.Sin(rad(b.Lon-a.Lon)/2), 2)
	return 2 * earth * math.Asin(math.Sqrt(h))
}
`,
  'point_test.go': `package atlas

import (
	"testing"

	"example.com/atlas/internal/check"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		text string
		want Point
		ok   bool
	}{
		{"plain", "52.5,13.4", Point{52.5, 13.4}, true},
		{"blanks", " -1.5 , 2 ", Point{-1.5, 2}, true},
		{"pole", "90,0", Point{90, 0}, true},
		{"no comma", "52.5 13.4", Point{}, false},
		{"too far north", "90.5,0", Point{}, false},
		{"too far east", "0,181", Point{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.text)
			check.Equal(t, err == nil, tt.ok)
			check.Equal(t, got, tt.want)
		})
	}
}

func TestDistance(t *testing.T) {
	berlin, paris := Point{52.52, 13.405}, Point{48.8566, 2.3522}
	check.Near(t, Distance(berlin, paris), 877.5, 1)
	check.Near(t, Distance(berlin, berlin), 0, 1e-9)
	check.Near(t, Distance(Point{0, 0}, Point{0, 180}), 20015, 1)
}

func BenchmarkDistance(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Distance(Point{1, 2}, Point{3, 4})
	}
}
`,
  'example_test.go': `package atlas_test

import (
	"fmt"

	"example.com/atlas"
)

func ExampleParse() {
	p, _ := atlas.Parse("52.50, 13.4")
	fmt.Println(p)
	// Output: 52.5,13.4
}

func ExampleDistance() {
	fmt.Printf("%.0f km\\n", atlas.Distance(atlas.Point{Lat: 0, Lon: 0}, atlas.Point{Lat: 0, Lon: 1}))
	// Output: 111 km
}
`,
  'fuzz_test.go': `package atlas

import "testing"

func FuzzParse(f *testing.F) {
	f.Add("1,2")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(p.String()); err != nil || again != p {
			t.Errorf("got %v, %v, want %v", again, err, p)
		}
	})
}
`,
  'testdata/fuzz/FuzzParse/nan': 'go test fuzz v1\nstring("NaN,0")\n',
  'testdata/fuzz/FuzzParse/small': 'go test fuzz v1\nstring("0.0000001,-0.5")\n',
  'slow_test.go': `//go:build slow

package atlas

import "testing"

func TestManyPoints(t *testing.T) {
	for lat := -90.0; lat <= 90; lat += 0.1 {
		if _, err := Parse((Point{lat, 0}).String()); err != nil {
			t.Fatal(err)
		}
	}
}
`,
  'internal/check/check.go': `// Package check has what tests of all packages ask.
package check

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Equal fails unless both are the same.
func Equal[T comparable](t testing.TB, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Near fails unless both differ by less than a little.
func Near(t testing.TB, got, want, little float64) {
	t.Helper()
	if math.Abs(got-want) > little {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Golden compares with a file in testdata.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got:\\n%s\\nwant:\\n%s", name, got, want)
	}
}
`,
  'regions/regions.json': `[
  {"name": "Berlin", "lat": 52.52, "lon": 13.405, "people": 3677472},
  {"name": "Paris", "lat": 48.8566, "lon": 2.3522, "people": 2161000},
  {"name": "Bonn", "lat": 50.7374, "lon": 7.0982, "people": 331885}
]
`,
  'regions/regions.go': `// Package regions is a list of towns.
package regions

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"example.com/atlas"
)

//go:embed regions.json
var data []byte

// A Region is a town.
type Region struct {
	Name     string
	Lat, Lon float64
	People   int
}

var all []Region

func init() {
	if err := json.Unmarshal(data, &all); err != nil {
		panic(err)
	}
}

// Nearest is the town that is nearest.
func Nearest(p atlas.Point) Region {
	list := append([]Region(nil), all...)
	sort.SliceStable(list, func(i, j int) bool { return away(list[i], p) < away(list[j], p) })
	return list[0]
}

func away(r Region, p atlas.Point) float64 {
	return atlas.Distance(atlas.Point{Lat: r.Lat, Lon: r.Lon}, p)
}

// Table is a text of all towns, the largest first.
func Table() string {
	list := append([]Region(nil), all...)
	sort.Slice(list, func(i, j int) bool { return list[i].People > list[j].People })
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "%-8s %9d\\n", r.Name, r.People)
	}
	return b.String()
}
`,
  'regions/regions_test.go': `package regions

import (
	"testing"

	"example.com/atlas"
	"example.com/atlas/internal/check"
)

func TestNearest(t *testing.T) {
	for _, tt := range []struct {
		at   atlas.Point
		want string
	}{
		{atlas.Point{Lat: 52, Lon: 13}, "Berlin"},
		{atlas.Point{Lat: 51, Lon: 7}, "Bonn"},
		{atlas.Point{Lat: 48, Lon: 0}, "Paris"},
	} {
		t.Run(tt.want, func(t *testing.T) {
			check.Equal(t, Nearest(tt.at).Name, tt.want)
		})
	}
}

func TestTable(t *testing.T) { check.Golden(t, "table", Table()) }
`,
  'regions/testdata/table.golden': 'Berlin     3677472\nParis      2161000\nBonn        331885\n',
  'cmd/atlas/main.go': `// Command atlas says which town is near.
package main

import (
	"fmt"
	"io"
	"os"

	"example.com/atlas"
	"example.com/atlas/regions"
)

func run(args []string, out, problems io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(problems, "usage: atlas LAT,LON")
		return 2
	}
	p, err := atlas.Parse(args[0])
	if err != nil {
		fmt.Fprintln(problems, err)
		return 1
	}
	fmt.Fprintln(out, regions.Nearest(p).Name)
	return 0
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }
`,
  'cmd/atlas/main_test.go': `package main

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"example.com/atlas/internal/check"
)

// The test program is the command when it is told to.
func TestMain(m *testing.M) {
	if os.Getenv("ATLAS_MAIN") == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}

func atlasCommand(t *testing.T, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "ATLAS_MAIN=1")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func TestCommand(t *testing.T) {
	out, code := atlasCommand(t, "51,7")
	check.Equal(t, out, "Bonn\\n")
	check.Equal(t, code, 0)
}

func TestCommandFails(t *testing.T) {
	for text, want := range map[string]int{"nowhere": 1, "91,0": 1} {
		t.Run(text, func(t *testing.T) {
			_, code := atlasCommand(t, text)
			check.Equal(t, code, want)
		})
	}
	_, code := atlasCommand(t)
	check.Equal(t, code, 2)
}
`,
};
