import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PLAN_DECISIONS,
  parseSnapshot,
  QUEST_MODES,
  refinementBindingText,
  sealSnapshot,
  snapshotFolder,
  snapshotInventory,
  verifySnapshot,
} from './snapshot.ts';

const hex = (text: string): string => createHash('sha256').update(text).digest('hex');
const kinds = QUEST_MODES.flatMap((mode) => PLAN_DECISIONS.map((decision) => ({ mode, decision })));
type Kind = (typeof kinds)[number];

const sourcesOf = ({ mode, decision }: Kind): Map<string, string> =>
  new Map(snapshotInventory(mode, decision).map(({ source }) => [source, `content of ${source}\n`]));
const sealed = (kind: Kind, files = sourcesOf(kind)) =>
  sealSnapshot({ ...kind, iteration: 2, reason: 'completed', files });

describe('a sealed round of planning', () => {
  it.each([
    ['solo', 'planner', []],
    ['solo', 'builder', []],
    [
      'workflow',
      'planner',
      [
        'review_plan-reviewer-b.md',
        'handoff_plan-reviewer-b.json',
        'arbiter_verdict.md',
        'handoff_arbiter.json',
        'refinement_binding.json',
      ],
    ],
    [
      'workflow',
      'builder',
      [
        'review_plan-reviewer-b.md',
        'handoff_plan-reviewer-b.json',
        'arbiter_verdict.md',
        'handoff_arbiter.json',
        'review_findings.json',
        'review_backlog.json',
      ],
    ],
  ] as const)('of %s for the %s has exactly its files', (mode, decision, more) => {
    expect(snapshotInventory(mode, decision).map(({ name }) => name)).toEqual([
      'plan.md',
      'handoff_planner.json',
      'review_plan-reviewer-a.md',
      'handoff_plan-reviewer-a.json',
      ...more,
    ]);
  });

  it('has copies, a manifest and its digest', () => {
    const { value, problems } = sealed({ mode: 'solo', decision: 'builder' });
    expect(problems).toEqual([]);
    expect(value?.folder).toBe('history/plan/iteration-0002');
    expect([...value!.files.keys()]).toEqual([
      'plan.md',
      'handoff_planner.json',
      'review_plan-reviewer-a.md',
      'handoff_plan-reviewer-a.json',
      'snapshot.json',
      'snapshot.sha256',
    ]);
    const manifest = String(value!.files.get('snapshot.json'));
    expect(JSON.parse(manifest)).toMatchObject({
      version: 1,
      iteration: 2,
      mode: 'solo',
      decision: 'builder',
      reason: 'completed',
      bootstrap_snapshot: false,
      files: {
        'handoff_planner.json': {
          source: 'phase_01_plan/handoff.json',
          size: 38,
          sha256: hex('content of phase_01_plan/handoff.json\n'),
        },
      },
    });
    expect(value!.files.get('snapshot.sha256')).toBe(`${hex(manifest)}\n`);
  });

  it.each(kinds)('of $mode for the $decision is verified as it was sealed', (kind) => {
    const files = sealed(kind).value!.files;
    const { value, problems } = parseSnapshot(
      String(files.get('snapshot.json')),
      String(files.get('snapshot.sha256')),
    );
    expect(problems).toEqual([]);
    expect(verifySnapshot(value!, files)).toEqual([]);
  });

  it('counts the bytes of text and of bytes alike', () => {
    const kind: Kind = { mode: 'solo', decision: 'planner' };
    const text = sourcesOf(kind).set('phase_01_plan/plan.md', 'ü');
    const bytes = new Map<string, string | Uint8Array>(text).set('phase_01_plan/plan.md', Buffer.from('ü'));
    const manifest = sealed(kind, text).value?.manifest;
    expect(manifest?.files['plan.md']?.size).toBe(2);
    expect(
      sealSnapshot({ ...kind, iteration: 2, reason: 'completed', files: bytes }).value?.manifest,
    ).toEqual(manifest);
  });

  it('is not made while a file is missing or empty', () => {
    for (const kind of kinds)
      for (const { source } of snapshotInventory(kind.mode, kind.decision)) {
        const without = sourcesOf(kind);
        without.delete(source);
        expect(sealed(kind, without)).toMatchObject({
          value: undefined,
          problems: [{ code: 'FILE_MISSING', file: source }],
        });
        expect(sealed(kind, sourcesOf(kind).set(source, ''))).toMatchObject({
          value: undefined,
          problems: [{ code: 'FILE_EMPTY', file: source }],
        });
      }
  });

  it('shows every change of a byte, every file that is gone and every file too many', () => {
    const folder = sealed({ mode: 'workflow', decision: 'builder' }).value!;
    const names = Object.keys(folder.manifest.files);
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(20), (name, at) => {
        const content = String(folder.files.get(name));
        const changed = `${content.slice(0, at)}#${content.slice(at + 1)}`;
        const found = verifySnapshot(folder.manifest, new Map(folder.files).set(name, changed));
        expect(found).toMatchObject([{ code: 'OBJECT_CORRUPT', file: name }]);
        const less = new Map(folder.files);
        less.delete(name);
        expect(verifySnapshot(folder.manifest, less)).toMatchObject([{ code: 'OBJECT_MISSING', file: name }]);
      }),
    );
    const resized = { ...folder.manifest.files['plan.md']!, size: 1 };
    const other = { ...folder.manifest, files: { ...folder.manifest.files, 'plan.md': resized } };
    expect(verifySnapshot(other, folder.files)).toMatchObject([{ code: 'OBJECT_CORRUPT', file: 'plan.md' }]);
    expect(verifySnapshot(folder.manifest, new Map(folder.files).set('notes.md', 'x'))).toMatchObject([
      { code: 'OBJECT_CORRUPT', file: 'notes.md' },
    ]);
  });

  it('has a manifest that fits its digest and its inventory', () => {
    const { manifest, files } = sealed({ mode: 'workflow', decision: 'planner' }).value!;
    const text = String(files.get('snapshot.json'));
    expect(parseSnapshot(text, hex('other'))).toMatchObject({
      value: undefined,
      problems: [{ file: 'snapshot.sha256' }],
    });
    const rewritten = (more: object) => {
      const changed = JSON.stringify({ ...manifest, ...more });
      return parseSnapshot(changed, hex(changed)).problems.map(({ message }) => message);
    };
    expect(rewritten({})).toEqual([]);
    expect(rewritten({ decision: 'builder' })).toEqual([
      'expected the file review_findings.json, got none',
      'expected the file review_backlog.json, got none',
      'expected no file "refinement_binding.json" in this round, got one',
    ]);
    expect(rewritten({ iteration: 0 })).toEqual(['iteration: expected 1 or more, got 0']);
    expect(
      rewritten({ files: { ...manifest.files, 'plan.md': { ...manifest.files['plan.md'], source: 'x' } } }),
    ).toEqual(['files.plan.md.source: expected "phase_01_plan/plan.md", got "x"']);
  });

  it('may be any text without a crash', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.string(), (text, digest) => {
        expect(parseSnapshot(text, digest).value).toBeUndefined();
      }),
    );
  });

  it.each([
    [1, 'history/plan/iteration-0001'],
    [12_345, 'history/plan/iteration-12345'],
  ])('number %d is in %s', (iteration, folder) => {
    expect(snapshotFolder(iteration)).toBe(folder);
  });
});

describe('the binding of a refinement', () => {
  it('names the rounds and what the next one answers', () => {
    expect(
      JSON.parse(refinementBindingText({ iteration: 1, verdict: 'v', arbiterHandoff: Buffer.from('h') })),
    ).toEqual({
      source_plan_iteration: 1,
      requested_plan_iteration: 2,
      verdict_sha256: hex('v'),
      arbiter_handoff_sha256: hex('h'),
      next: 'planner',
    });
  });
});
