import { describe, expect, it } from 'vitest';
import { kindsOfCommand } from './command-kinds.ts';

describe('what a command was for', () => {
  it.each([
    ['pytest tests/test_auth.py -v', ['test']],
    ['python -m pytest', ['test']],
    ['coverage run -m pytest', ['test']],
    ['npm test', ['test']],
    ['npm run test:unit', ['test']],
    ['go test ./...', ['test']],
    ['cargo test --all', ['test']],
    ['node --test', ['test']],
    ['CI=1 npx vitest run', ['test']],
    ['./scripts/run_tests.sh', ['test']],
    ['cd app && make test', ['test']],
    ['make lint', ['lint']],
    ['npx eslint .', ['lint']],
    ['poetry run ruff check', ['lint']],
    ['go vet ./...', ['lint']],
    ['mypy src', ['types']],
    ['npx tsc --noEmit', ['types']],
    ['npm run type-check', ['types']],
    ['npm run typecheck', ['types']],
    ['make lint && make test', ['test', 'lint']],
    ['coverage report --format=json', []],
    ['cat tests/x.txt', []],
    ['test -f state/CURRENT_TASK.json', []],
    ['git add tests', []],
    ['ls lint', []],
    ['', []],
  ])('%s', (command, kinds) => {
    expect(kindsOfCommand(command)).toEqual(kinds);
  });
});
