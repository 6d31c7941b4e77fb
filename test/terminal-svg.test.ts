// The picture of the README is what a terminal showed.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { terminalLines, terminalSvg } from '../tools/terminal-svg.mjs';

describe('a terminal as a picture', () => {
  it('has the colours of the output, and no other sequences', () => {
    expect(terminalLines('\x1b[?25la\x1b[1;31mb\x1b[0m\r\n\x1b[2Kc', 80)).toEqual([
      [
        { text: 'a', color: undefined, bold: undefined },
        { text: 'b', color: '#ff7b72', bold: true },
      ],
      [{ text: 'c', color: undefined, bold: undefined }],
    ]);
  });

  it('breaks lines at the width of the terminal', () => {
    const texts = terminalLines('12345\n', 2).map((spans) => spans.map(({ text }) => text).join(''));
    expect(texts).toEqual(['12', '34', '5']);
  });

  it('takes text for text', () => {
    const svg = terminalSvg('</text><script>&', { columns: 80, title: 'a < b' });
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&amp;');
    expect(svg).toContain('<title>a &lt; b</title>');
  });
});

describe('docs/picture.svg', () => {
  it('shows the hook refusing a removed test, and no path of a machine', () => {
    const svg = readFileSync(fileURLToPath(new URL('../docs/picture.svg', import.meta.url)), 'utf8');
    expect(svg).toContain('TESTS_REMOVED');
    expect(svg).toContain('# fail 0');
    expect(svg).not.toMatch(/\/(?:tmp|home|root|work|Users)\//);
  });
});
