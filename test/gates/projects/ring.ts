// A ring buffer in C, known by its exit code: once by make with a list of files, once by CMake and ctest.
import type { Files } from '../case.ts';
import { all, replace, write } from '../edits.ts';

const SOURCES: Files = {
  '.gitignore': 'build/\n*.o\n',
  'README.md': '# Ring\n\nA buffer.\n',
  'include/ring.h': `#ifndef RING_H
#define RING_H
#include <stddef.h>

#define RING_SIZE 4

struct ring {
  int items[RING_SIZE];
  size_t first, count;
};

int ring_put(struct ring *r, int item);
int ring_take(struct ring *r, int *item);
#endif
`,
  'src/ring.c': `#include "ring.h"

int ring_put(struct ring *r, int item) {
  if (r->count == RING_SIZE) return -1;
  r->items[(r->first + r->count) % RING_SIZE] = item;
  r->count += 1;
  return 0;
}

int ring_take(struct ring *r, int *item) {
  if (r->count == 0) return -1;
  *item = r->items[r->first];
  r->first = (r->first + 1) % RING_SIZE;
  r->count -= 1;
  return 0;
}
`,
  'tests/check.h': `#include <stdio.h>
#include <stdlib.h>
#define CHECK(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s\\n", __FILE__, __LINE__, #x); exit(1); } } while (0)
`,
  'tests/test_order.c': `#include "check.h"
#include "ring.h"

int main(void) {
  struct ring r = {{0}, 0, 0};
  int item;
  CHECK(ring_put(&r, 1) == 0);
  CHECK(ring_put(&r, 2) == 0);
  CHECK(ring_take(&r, &item) == 0 && item == 1);
  CHECK(ring_take(&r, &item) == 0 && item == 2);
  return 0;
}
`,
  'tests/test_full.c': `#include "check.h"
#include "ring.h"

int main(void) {
  struct ring r = {{0}, 0, 0};
  for (int i = 0; i < RING_SIZE; i += 1) CHECK(ring_put(&r, i) == 0);
  CHECK(ring_put(&r, 9) == -1);
  return 0;
}
`,
};

export const MADE: Files = {
  ...SOURCES,
  'baton.yaml': 'commands:\n  test: { run: make test, basis: exit-code }\n',
  'config.mk': 'CFLAGS ?= -Wall -O1\n',
  Makefile: `include config.mk
TESTS := $(patsubst tests/%.c,build/%,$(wildcard tests/test_*.c))

build/%: tests/%.c $(wildcard src/*.c) include/ring.h tests/check.h
	@mkdir -p build
	$(CC) $(CFLAGS) -Iinclude -Itests -o $@ $< $(wildcard src/*.c)

test: $(TESTS)
	@for t in $(TESTS); do ./$$t || exit 1; done

.PHONY: test
`,
};

export const CMADE: Files = {
  ...SOURCES,
  'baton.yaml':
    "commands:\n  test: { run: sh -c 'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure', basis: exit-code }\n",
  'CMakeLists.txt': `cmake_minimum_required(VERSION 3.20)
project(ring C)
add_library(ring src/ring.c)
target_include_directories(ring PUBLIC include)
enable_testing()
foreach(name order full)
  add_executable(test_\${name} tests/test_\${name}.c)
  target_link_libraries(test_\${name} ring)
  add_test(NAME \${name} COMMAND test_\${name})
endforeach()
`,
};

/** A feature with its test: both the honest work and the lies around it. */
export const WITH_PEEK = all(
  replace(
    'include/ring.h',
    'int ring_take',
    'int ring_peek(const struct ring *r, int *item);\nint ring_take',
  ),
  write({
    'src/peek.c':
      '#include "ring.h"\n\nint ring_peek(const struct ring *r, int *item) {\n  if (r->count == 0) return -1;\n  *item = r->items[r->first];\n  return 0;\n}\n',
    'tests/test_peek.c':
      '#include "check.h"\n#include "ring.h"\n\nint main(void) {\n  struct ring r = {{0}, 0, 0};\n  int item = 0;\n  CHECK(ring_peek(&r, &item) == -1);\n  ring_put(&r, 7);\n  CHECK(ring_peek(&r, &item) == 0 && item == 7 && r.count == 1);\n  return 0;\n}\n',
  }),
);
