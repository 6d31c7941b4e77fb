import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { handoverLesson, TAUGHT } from './teaching.ts';

const lesson = handoverLesson(relay);

describe('what agents are taught', () => {
  it('names every tool and every clause of every role', () => {
    for (const contract of Object.values(relay.contracts)) {
      if (contract.tool === undefined) continue;
      expect(lesson).toContain(`\`${contract.tool}\``);
      for (const { name, says } of contract.checks ?? []) expect(lesson).toContain(`\`${name}\`: ${says}`);
    }
    expectGolden('init/lesson.md', lesson);
  });

  it.each(TAUGHT)('$path keeps what others wrote, is written once, and goes without a trace', (file) => {
    for (const before of ['# Ours\n\nText.\n', '# Ours\n\nno line end', '# Ours\n\n<!-- theirs -->\n']) {
      const once = file.text(before, lesson);
      expect(once.startsWith(before)).toBe(true);
      expect(file.text(once, lesson)).toBe(once);
      // A new lesson takes the place of the old one, also in the middle of a file.
      const more = `${once}\nMore.\n`;
      const changed = file.text(more, `${lesson}$& and more\n`);
      expect(changed).toContain('$& and more');
      expect(changed.match(/baton:begin/g)).toHaveLength(1);
      expect(changed.endsWith('\nMore.\n')).toBe(true);
      expect(file.without(once)?.trim()).toBe(before.trim());
    }
    expect(file.without(file.text(undefined, lesson))).toBeUndefined();
  });
});
