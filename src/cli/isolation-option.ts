import { Option } from 'commander';

export const isolationOption = (): Option =>
  new Option(
    '--isolation <LEVEL>',
    'how far agents are kept apart: none, fenced (default: that of baton.yaml, else none)',
  ).choices(['none', 'fenced', 'user']);
