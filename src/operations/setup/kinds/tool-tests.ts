// Toolchains with one way to run the tests, told by a file at the root. Where the output names no test that Baton knows to
// read, the exit code decides.
import { someSay } from './project-files.ts';
import type { Detect } from './test-command.ts';

export const rustTests: Detect = async (files) =>
  files.has('Cargo.toml') ? { run: 'cargo test', because: 'Cargo.toml' } : undefined;

export const goTests: Detect = async (files) =>
  files.has('go.mod') ? { run: 'go test -v ./...', because: 'go.mod' } : undefined;

export const mavenTests: Detect = async (files) =>
  files.has('pom.xml')
    ? {
        run: `${files.has('mvnw') ? './mvnw' : 'mvn'} --batch-mode test`,
        basis: 'exit-code',
        because: 'pom.xml',
      }
    : undefined;

const GRADLE = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];

export const gradleTests: Detect = async (files) => {
  const because = GRADLE.find((file) => files.has(file));
  if (because === undefined) return undefined;
  return { run: `${files.has('gradlew') ? './gradlew' : 'gradle'} test`, basis: 'exit-code', because };
};

/** The package that every test project of .NET needs. */
const NET_TESTS = /Microsoft\.NET\.Test\.Sdk|MSTest\.Sdk|Microsoft\.Testing\.Platform/;

export const dotnetTests: Detect = async (files) => {
  const projects = files.paths.filter((path) => /\.(?:cs|fs|vb)proj$/.test(path));
  const central = files.paths.filter((path) => /(?:^|\/)Directory\.(?:Packages|Build)\.props$/.test(path));
  if (projects.length === 0 || !(await someSay(files, [...projects, ...central], NET_TESTS)))
    return undefined;
  return { run: 'dotnet test', basis: 'exit-code', because: 'a project with Microsoft.NET.Test.Sdk' };
};

export const elixirTests: Detect = async (files) => {
  const test = files.paths.find((path) => /(?:^|\/)test\/(?:.+\/)?[^/]+_test\.exs$/.test(path));
  return files.has('mix.exs') && test !== undefined
    ? { run: 'mix test', basis: 'exit-code', because: test }
    : undefined;
};

const CTEST =
  'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure --output-junit junit.xml';

export const cmakeTests: Detect = async (files) =>
  /^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest)/im.test(await files.textOf('CMakeLists.txt'))
    ? { run: CTEST, report: 'build/junit.xml', because: 'enable_testing in CMakeLists.txt' }
    : undefined;

export const makeTests: Detect = async (files) => {
  for (const file of ['GNUmakefile', 'makefile', 'Makefile']) {
    const [target] = /^(?:test|check)(?=\s*::?(?!=))/m.exec(await files.textOf(file)) ?? [];
    if (target !== undefined)
      return { run: `make ${target}`, basis: 'exit-code', because: `the target ${target} of ${file}` };
  }
  return undefined;
};
