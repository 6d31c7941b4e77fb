import { expect, it } from 'vitest';
import { DrivenRun } from '../../test/fixtures/driven-run.ts';
import { council } from '../../test/fixtures/workflows/council.ts';
import { changed } from '../../test/fixtures/workflows/seeded.ts';
import { workOf } from '../model/run/state.ts';
import { deskSection } from './desk-section.ts';

const places = { runDirectory: '/run', workingDirectory: '/tree', desk: '/desk' };
const assignment = () => {
  const run = new DrivenRun(council);
  run.submit('asking.asker.1', { 'question.md': 'Why?\n' });
  return workOf(run.state, 'hearing.member.a.1').assignment;
};

it('says where each file of blind work goes, and that nothing else does', () => {
  expect(deskSection(council, assignment(), places)).toBe(`
## Where you write

You work blind: others do the same work now, and nobody sees the work of another until all have handed in. Write your files only to these paths in /desk:

- /desk/opinions/a.md
- /desk/asides/a.md (optional)

Read your inputs in /run. Do not write there: such files are removed and not handed in.
`);
});

it('names the file that hands in, where there is one and an agent hands in', () => {
  const byFile = changed(council, ['contracts', 'opinion', 'handedIn'], {
    file: ({ item }: { readonly item: string }) => `handoff_${item}.json`,
    says: () => '',
    read: () => ({ call: 'hand-in', args: {}, problems: [] }),
  });
  expect(deskSection(byFile, assignment(), places)).toContain(
    '- /desk/handoff_a.json (optional: how you may hand in)\n',
  );
  expect(deskSection(byFile, { ...assignment(), person: true }, places)).not.toContain('handoff_a.json');
});

it('is empty where nobody works blind', () => {
  const { desk: _, ...others } = places;
  expect(deskSection(council, assignment(), others)).toBe('');
});
