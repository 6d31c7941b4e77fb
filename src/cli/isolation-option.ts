import { Option } from 'commander';

export const isolationOption = (): Option =>
  new Option(
    '--isolation <LEVEL>',
    'what agents can reach: none (no limits), fenced, or user (fenced and as another user) (default: that of baton.yaml, else none)',
  ).choices(['none', 'fenced', 'user']);
