import { describe, expect, it } from 'vitest';
import { handoffOf } from '../model/handoff.ts';
import { DIALECTS, decodeHandoff, dialectNamed, encodeHandoff } from './decode-handoff.ts';

const quest = (status: string): string =>
  `---HANDOFF---\nSTATUS: ${status}\nARTIFACTS: none\nNEXT: null\nSUMMARY: from quest\n`;
const collective = (status: string): string =>
  `\`\`\`yaml\nhandoff:\n  phase: "Testing"\n  from: "@a-agent"\n  to: "None"\n  status: "${status}"\n\`\`\`\n`;

const read = (text: string, file = 'message.md') => {
  const found = decodeHandoff({ text, file });
  return found && [found.dialect, found.handoff?.status];
};

describe('of several dialects in one message', () => {
  it('the last handoff counts', () => {
    expect(read(`${quest('complete')}\n${collective('failed')}`)).toEqual(['collective', 'failed']);
    expect(read(`${collective('failed')}\n${quest('complete')}`)).toEqual(['quest', 'complete']);
  });

  it('a broken last one is an error even if an earlier one is sound', () => {
    expect(read(`${quest('complete')}\n${collective('a | b')}`)).toEqual(['collective', undefined]);
    expect(read(`${collective('complete')}\n${quest('complete | blocked')}`)).toEqual(['quest', undefined]);
  });

  it('what only looks like one stands behind every real one', () => {
    const quoted = quest('complete').replaceAll(/^/gm, '> ');
    expect(read(`${collective('complete')}\n${quoted}`)).toEqual(['collective', 'complete']);
    expect(read(`> handoff:\n>   phase: x\n\n${quest('blocked')}`)).toEqual(['quest', 'blocked']);
  });

  it('none is nothing', () => {
    expect(read('Call me back.\n')).toBeUndefined();
    expect(read('')).toBeUndefined();
  });
});

describe('a file of data', () => {
  it('is one whole: what its strings hold is no message', () => {
    const inner = JSON.stringify(quest('complete'));
    const json = `{\n  "status": "blocked",\n  "artifacts": [],\n  "next": null,\n  "summary": "---HANDOFF--- STATUS: complete NEXT: null",\n  "note": ${inner}\n}\n`;
    expect(read(json, 'handoff.json')).toEqual(['quest', 'blocked']);
    expect(read(json, '')).toEqual(['quest', 'blocked']);
    const yaml = `handoff:\n  phase: Testing\n  from: "@a-agent"\n  to: "None"\n  status: failed\n  context:\n    said: |\n${quest('complete').replaceAll(/^(?=.)/gm, '      ')}`;
    expect(read(yaml, 'handoff.yaml')).toEqual(['collective', 'failed']);
    const quoting = yaml.replaceAll(/^ {6}/gm, '      > ');
    expect(read(quoting, 'handoff.yaml')).toEqual(['collective', 'failed']);
  });
});

describe('a dialect', () => {
  it('is asked for by its name', () => {
    expect(DIALECTS.map(({ name }) => dialectNamed(name)?.name)).toEqual(['h3a', 'quest', 'collective']);
    expect(dialectNamed('latin')).toBeUndefined();
    expect(encodeHandoff(handoffOf({ status: 'complete' }), 'latin')).toBeUndefined();
  });

  it('can be the only one that is tried', () => {
    const text = `${quest('complete')}\n${collective('failed')}`;
    const only = decodeHandoff({ text, file: '' }, { dialects: [dialectNamed('quest')!] });
    expect(only?.dialect).toBe('quest');
  });
});
