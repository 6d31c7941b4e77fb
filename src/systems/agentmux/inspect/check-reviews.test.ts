import { describe, it } from 'vitest';
import { goldenText } from '../workflow/golden.fixture.ts';
import { eachCase, expectProblems, setState } from './check-cases.fixture.ts';
import { edit, editState, type Run, soundRun } from './run.fixture.ts';

type Results = Record<string, { verdict: string; review_text: string }>;

const editResults = (run: Run, change: (results: Results) => void): void =>
  editState(run, (state) => change(state['review_results'] as Results));

describe('the reviews of a finished run', () => {
  eachCase([
    [
      'a file with a contract that is not met',
      (run) => run.set('07_review/review_reviewer_logic.yaml', 'verdict: maybe\nsummary: s\n'),
      [
        'error',
        'FIELD_INVALID',
        '07_review/review_reviewer_logic.yaml verdict 1',
        "must be one of: fail, pass (got 'maybe')",
      ],
    ],
    [
      'a file that is gone',
      (run) => run.delete('07_review/review_reviewer_logic.yaml'),
      ['error', 'FILE_MISSING', '07_review/review_reviewer_logic.yaml', 'whose review is in review_results'],
    ],
    [
      'a file that was changed after it was taken in',
      (run) =>
        edit(run, '07_review/review_reviewer_logic.yaml', (text) => text.replace('summary: s', 'summary: t')),
      [
        'error',
        'RUN_INCONSISTENT',
        '07_review/review_reviewer_logic.yaml',
        'not the review that was taken in',
      ],
    ],
    [
      'an archive that is gone',
      (run) => run.delete('07_review/review_1_reviewer_logic.md'),
      [
        'error',
        'FILE_MISSING',
        '07_review/review_1_reviewer_logic.md',
        'the review of round 1 by reviewer_logic',
      ],
    ],
    [
      'an archive that was changed',
      (run) => edit(run, '07_review/review_1_reviewer_logic.md', (text) => text.replace('\ns\n', '\nfine\n')),
      [
        'error',
        'PROJECTION_CHANGED',
        '07_review/review_1_reviewer_logic.md 5',
        'not as it is made from 07_review/review_reviewer_logic.yaml',
      ],
    ],
    [
      'a text in state.json that is another one',
      (run) =>
        editResults(run, (results) => {
          results['reviewer_logic']!.review_text = 'verdict: pass\n\n## Summary\n\nother\n';
        }),
      [
        'error',
        'RUN_INCONSISTENT',
        'state.json review_results.reviewer_logic.review_text 35',
        'is not the review in',
      ],
    ],
    [
      'a verdict in state.json that the reviewer did not give',
      (run) => {
        run.set(
          '07_review/review_reviewer_logic.yaml',
          goldenText('inputs/round1_review_reviewer_quality.yaml'),
        );
        const text = run.get('07_review/review_0_reviewer_quality.md')!;
        run.set('07_review/review_1_reviewer_logic.md', text);
        editResults(run, (results) => {
          results['reviewer_logic']!.review_text = text;
        });
      },
      [
        'error',
        'RUN_INCONSISTENT',
        'state.json review_results.reviewer_logic 33',
        'verdict is pass, but the review says fail',
      ],
    ],
    [
      'a review by somebody who is no reviewer',
      (run) =>
        editResults(run, (results) => {
          results['coder'] = { verdict: 'pass', review_text: 'verdict: pass\n' };
        }),
      ['error', 'FIELD_INVALID', 'state.json review_results.coder 41', 'expected one of reviewer_logic'],
    ],
    [
      'a nominated reviewer without a review',
      setState('reviewer_nominations', ['reviewer_logic', 'reviewer_quality', 'reviewer_expert']),
      ['error', 'RUN_INCONSISTENT', 'state.json review_results 33', 'there is no review by reviewer_expert'],
    ],
    [
      'review.md missing',
      (run) => run.delete('07_review/review.md'),
      ['error', 'FILE_MISSING', '07_review/review.md', 'which the reviews make'],
    ],
    [
      'review.md of other reviews',
      (run) => edit(run, '07_review/review.md', (text) => text.replace('reviewer_logic, ', '')),
      ['error', 'PROJECTION_CHANGED', '07_review/review.md 5', 'not as it is made from the reviews'],
    ],
    [
      'fix_request.md missing',
      (run) => run.delete('07_review/fix_request.md'),
      ['error', 'FILE_MISSING', '07_review/fix_request.md', 'review_iteration is 1'],
    ],
    [
      'fix_request.md without a finding',
      (run) => edit(run, '07_review/fix_request.md', (text) => text.replace('**Issue:** i2\n', '')),
      [
        'error',
        'PROJECTION_CHANGED',
        '07_review/fix_request.md 29',
        'not as it is made from the reviews of round 0',
      ],
    ],
    [
      'a round that nobody kept',
      (run) => {
        run.delete('07_review/review_0_reviewer_logic.md');
        run.delete('07_review/review_0_reviewer_quality.md');
      },
      ['error', 'FILE_MISSING', '07_review/review_0_reviewer_logic.md', 'no review of round 0 was kept'],
    ],
    [
      'a fix that no review asked for',
      (run) => run.set('07_review/review_0_reviewer_quality.md', 'verdict: pass\n\n## Summary\n\ns\n'),
      [
        'error',
        'RUN_INCONSISTENT',
        '07_review/review_0_reviewer_logic.md 1',
        'every review kept of it says pass',
      ],
    ],
    [
      'a file whose name is no role',
      (run) => run.set('07_review/review_style.yaml', 'verdict: pass\nsummary: s\n'),
      ['warning', 'RUN_INCONSISTENT', '07_review/review_style.yaml', 'a review that nobody reads'],
    ],
    [
      'rounds that were counted anew after another plan',
      (run) => {
        for (const role of ['reviewer_logic', 'reviewer_quality']) {
          run.set(`07_review/review_2_${role}.md`, run.get(`07_review/review_1_${role}.md`)!);
          run.set(`07_review/review_1_${role}.md`, 'verdict: fail\n\n## Summary\n\nold\n');
          run.set(`07_review/review_0_${role}.md`, 'verdict: pass\n\n## Summary\n\nold\n');
        }
      },
    ],
    [
      'a request that has the earlier review of whoever was not asked again',
      (run) => {
        const failed = run.get('07_review/review_0_reviewer_quality.md')!;
        for (const role of ['reviewer_logic', 'reviewer_quality'])
          run.set(`07_review/review_2_${role}.md`, run.get(`07_review/review_1_${role}.md`)!);
        run.delete('07_review/review_1_reviewer_logic.md');
        run.set('07_review/review_1_reviewer_quality.md', failed);
        editState(run, (state) => {
          state['review_iteration'] = 2;
        });
      },
    ],
    [
      'words of a reviewer that look like a verdict, set apart or not',
      (run) => {
        edit(run, '07_review/review_reviewer_logic.yaml', (text) =>
          text.replace('summary: s', 'summary: "s\\nverdict: fail"'),
        );
        const withWords = (text: string): string => text.replace('\ns\n', '\ns\nverdict: fail\n');
        edit(run, '07_review/review_1_reviewer_logic.md', withWords);
        edit(run, '07_review/review.md', withWords);
        editResults(run, (results) => {
          const result = results['reviewer_logic']!;
          result.review_text = withWords(result.review_text).replace('verdict: fail', 'verdict\\: fail');
        });
      },
    ],
    [
      'a reviewer who was not asked again, because nothing that it saw has changed',
      (run) => {
        const text = run.get('07_review/review_0_reviewer_logic.md')!;
        run.delete('07_review/review_1_reviewer_logic.md');
        run.set(
          '07_review/review_reviewer_logic.yaml',
          goldenText('inputs/round1_review_reviewer_logic.yaml'),
        );
        editResults(run, (results) => {
          results['reviewer_logic']!.review_text = text;
        });
        edit(run, '07_review/review.md', (review) =>
          review.replace(
            '\n## Suggested Commit Message\n\nfeat: x\n\n### reviewer_quality',
            '\n### reviewer_quality',
          ),
        );
      },
    ],
  ]);
});

describe('a review that failed', () => {
  /** The run as it was when the fix began. */
  const fixing = (): Run => {
    const run = soundRun();
    for (const name of [...run.keys()]) if (/^08|review_1_|review\.md$/.test(name)) run.delete(name);
    const results: Results = {};
    for (const [role, verdict] of [
      ['reviewer_logic', 'pass'],
      ['reviewer_quality', 'fail'],
    ] as const) {
      run.set(`07_review/review_${role}.yaml`, goldenText(`inputs/round1_review_${role}.yaml`));
      results[role] = { verdict, review_text: run.get(`07_review/review_0_${role}.md`)! };
    }
    editState(run, (state) =>
      Object.assign(state, { phase: 'fixing', last_event: 'review_failed', review_results: results }),
    );
    return run;
  };

  it('is fixed without a problem', () => {
    expectProblems(fixing(), []);
  });

  it('must be what the coder is asked to fix', () => {
    const run = fixing();
    run.set('07_review/fix_request.md', 'Make it better.\n');
    expectProblems(run, [
      [
        'error',
        'PROJECTION_CHANGED',
        '07_review/fix_request.md 1',
        'not as it is made from the reviews of round 0',
      ],
    ]);
  });

  it('is named when the limit of rounds led past it to the commit', () => {
    const run = fixing();
    run.delete('07_review/fix_request.md');
    run.set('08_completion/summary.md', '## Review results\n');
    editState(run, (state) => Object.assign(state, { phase: 'completing', review_iteration: 0 }));
    expectProblems(run, [
      [
        'error',
        'LIMIT_REACHED',
        'state.json review_results.reviewer_quality.verdict 38',
        'reviewer_quality still says fail, but the phase is completing',
      ],
    ]);
  });

  it('waits for a person without a problem when the limit is reached', () => {
    const run = fixing();
    run.delete('07_review/fix_request.md');
    editState(run, (state) => Object.assign(state, { phase: 'reviewing', review_iteration: 0 }));
    expectProblems(run, []);
  });
});

describe('a review that is being written', () => {
  it('is not held against those of earlier rounds', () => {
    const run = soundRun();
    run.delete('08_completion/approval.json');
    run.set('07_review/review_reviewer_logic.yaml', 'verdict: pass\nsummary: another one\n');
    editState(run, (state) =>
      Object.assign(state, {
        phase: 'reviewing',
        last_event: 'implementation_completed',
        active_reviews: { reviewer_logic: 'pending', reviewer_quality: 'pending' },
        review_results: {},
      }),
    );
    expectProblems(run, []);
  });
});

describe('a lone reviewer', () => {
  const waiting = (): Run => {
    const run = soundRun();
    for (const name of [...run.keys()]) if (/^0[78]/.test(name)) run.delete(name);
    run.set('07_review/review.yaml', 'verdict: pass\nsummary: s\n');
    run.set(
      'tool_events.jsonl',
      `${run.get('tool_events.jsonl')!.split('\n').slice(0, 7).join('\n')}\n{"tool": "submit_review", "payload": {}}\n`,
    );
    run.set(
      'tool_event_state.json',
      `{"applied_cursor": ${Buffer.byteLength(run.get('tool_events.jsonl')!)}}`,
    );
    editState(run, (state) => {
      for (const key of ['reviewer_nominations', 'review_results']) delete state[key];
      Object.assign(state, {
        phase: 'reviewing',
        last_event: 'implementation_completed',
        review_iteration: 0,
        active_reviews: { reviewer_logic: 'pending' },
      });
    });
    return run;
  };

  it('whose review nobody took is named', () => {
    expectProblems(waiting(), [
      [
        'error',
        'RUN_INCONSISTENT',
        '07_review/review.yaml',
        'the run waits for 07_review/review_reviewer_logic.yaml',
      ],
    ]);
  });

  it('may write review.yaml where it is taken', () => {
    const run = waiting();
    const text = 'verdict: pass\n\n## Summary\n\ns\n';
    run.set('07_review/review_0_reviewer_logic.md', text);
    editState(run, (state) =>
      Object.assign(state, {
        active_reviews: { reviewer_logic: 'completed' },
        review_results: { reviewer_logic: { verdict: 'pass', review_text: text } },
      }),
    );
    expectProblems(run, []);
  });
});
