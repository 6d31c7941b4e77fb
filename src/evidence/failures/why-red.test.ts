import { expect, it } from 'vitest';
import { whyNotInstalled, whyRed } from './why-red.ts';

it.each([
  ['npm error Missing script: "test"', 'package.json has no test script'],
  ['sh: 1: vitest: not found', 'the program vitest is not there'],
  ['/bin/sh: line 3: foo: command not found', 'the program foo is not there'],
  ["E   ModuleNotFoundError: No module named 'requests'", 'the Python package requests is not installed'],
  ['/usr/bin/python3: No module named pytest', 'the Python package pytest is not installed'],
  ['error: no matching package named `rand` found\nlocation searched: crates.io index', 'the crate rand'],
  ['error: failed to download `rand v0.8.5`', 'the crate rand is not among those that cargo has here'],
  [
    'importlib.metadata.PackageNotFoundError: No package metadata was found for sums',
    'sums is asked for its version, and is not installed',
  ],
  ["Error: Cannot find module 'left-pad'\nRequire stack:", 'the package left-pad is not installed'],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/tmp/x/dist/a.js' imported", 'is not in git'],
  ['Error: getaddrinfo ENOTFOUND example.com', 'the tests need the network'],
  ["OSError: [Errno 30] Read-only file system: '/etc/x'", 'write outside of the project'],
])('in %j', (output, says) => {
  expect(whyRed(`some test output\n${output}\nmore\n`)?.says).toContain(says);
});

it('says nothing of a plain failure', () => {
  expect(whyRed('AssertionError: expected 1 to be 2\n  at test.js:3')).toBeUndefined();
});

it('says what to do about an installation that could not reach, or believe, the registry', () => {
  expect(whyNotInstalled('error: failed\n  [6] Could not resolve host: index.crates.io')).toMatch(/registry/);
  expect(
    whyNotInstalled('Caused by:\n  failed to resolve address for github.com: Name or service not known'),
  ).toMatch(/registry/);
  expect(whyNotInstalled('Error: No compatible signature found in package metadata')).toMatch(/corepack/);
  expect(whyNotInstalled('npm error code EUSAGE')).toBeUndefined();
});

it('names the package whose own script failed, before what that script says about the network', () => {
  const said = whyNotInstalled(
    'npm error code 1\nnpm error path node_modules/@a/browser\nnpm error command failed\nnpm error command sh -c node install.mjs\nnpm error getaddrinfo ENOTFOUND example.com',
  );
  expect(said).toMatch(/install script of @a\/browser.*--ignore-scripts/);
  expect(said).not.toMatch(/registry/);
  expect(whyNotInstalled('npm error path node_modules/a\nnpm error getaddrinfo ENOTFOUND x')).toMatch(
    /registry/,
  );
});
