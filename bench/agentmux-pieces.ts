// The pieces that a call is made of, by themselves and warm. Most do more than what is named beside them.
import { initialState, reduce } from '../src/engine/reduce.ts';
import { viewOf } from '../src/engine/view.ts';
import type { Assignment } from '../src/model/event.ts';
import { parseYaml } from '../src/model/yaml.ts';
import { templatedPrompt } from '../src/prompts/templated-prompt.ts';
import { agentmux } from '../src/workflows/agentmux/agentmux.ts';
import { parsePlan } from '../src/workflows/agentmux/plan-file.ts';
import { parseReview } from '../src/workflows/agentmux/review-file.ts';
import { failedReviewText, planText } from './agentmux-texts.ts';
import { pause, type Row, referenceRow } from './measure.ts';
