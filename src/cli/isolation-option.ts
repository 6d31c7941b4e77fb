import { Option } from 'commander';

export const isolationOption = (): Option =>
  new Option(
    '--isolation <LEVEL>',
    'what agents can reach: none (no limits) or fenced (default: that of baton.yaml, else none)',
  ).choices(['none', 'fenced', 'user']);
