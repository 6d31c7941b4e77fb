import { expect, it } from 'vitest';
import { writing as article } from '../../../examples/article/article.ts';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { pictureOf } from '../../engine/picture.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { agentmux } from '../../systems/agentmux/workflow/agentmux.ts';
import { h3a } from '../../systems/h3a/workflow/h3a.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { pictureMermaid, pictureText } from './picture-text.ts';

it.each([relay, agentmux, h3a, article])('shows $name as text and as Mermaid', (workflow) => {
  const picture = pictureOf(workflow);
  expectGolden(`show/${workflow.name}.txt`, `${pictureText(picture)}\n`);
  expectGolden(`show/${workflow.name}.mmd`, `${pictureMermaid(picture)}\n`);
});

it('draws every step and every way, and lets no name become markup', () => {
  const hostile: Workflow = {
    ...relay,
    says: 'evil \u001b[31mred\nline',
    phases: { 'a"]-->b<script>': { work: [], routes: [{ when: { otherwise: true }, to: 'end' }] } },
  };
  const picture = pictureOf(hostile);
  expect(pictureText(picture)).not.toContain('\u001b');
  expect(pictureMermaid(picture)).not.toMatch(/<script|"\]-->b/);
});
