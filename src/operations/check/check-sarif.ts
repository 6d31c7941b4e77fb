// What a check found as SARIF 2.1.0, which code hosts and editors read.
import { pathToFileURL } from 'node:url';
import { ERROR_MEANINGS } from '../../model/meanings/error-meanings.ts';
import type { Problem } from '../../model/problem.ts';
import type { CheckResult } from './check-outcome.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const regionOf = ({ line, column }: Problem): object =>
  line === undefined
    ? {}
    : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };

/** A name that is no whole text has no address; what cannot be said in one is said otherwise. */
const encoded = (part: string): string => encodeURIComponent(part.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'));

/** A relative path is an address relative to where the check ran; what is absolute has an address of its own. */
const uriOf = (path: string): string =>
  path.startsWith('/') ? pathToFileURL(path).href : path.split('/').map(encoded).join('/');

const resultOf = (problem: Problem, path: string, rules: readonly string[]): object => {
  const file = problem.file ?? path;
  return {
    ruleId: problem.code,
    ruleIndex: rules.indexOf(problem.code),
    level: problem.severity,
    message: { text: problem.hint === undefined ? problem.message : `${problem.message}\n${problem.hint}` },
    locations:
      file === '-'
        ? []
        : [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...regionOf(problem) } }],
  };
};

export const checkSarif = (
  { results }: { readonly results: readonly Pick<CheckResult, 'path' | 'problems'>[] },
  version: string,
): object => {
  const rules = [...new Set(results.flatMap(({ problems }) => problems.map(({ code }) => code)))].sort();
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'baton',
            semanticVersion: version,
            rules: rules.map((id) => ({
              id,
              shortDescription: { text: ERROR_MEANINGS[id][0] },
              help: { text: ERROR_MEANINGS[id][1] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: results.flatMap(({ path, problems }) =>
          problems.map((problem) => resultOf(problem, path, rules)),
        ),
      },
    ],
  };
};
