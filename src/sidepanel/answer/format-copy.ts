/** An answer as it is copied. Loaded at the first copy. */
import { formatWithSources } from '../../lib/agent/frames/citation-markup.ts';
import type { Citation } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { runInSlices, type Slices } from '../../lib/pipeline/text/time-slices.ts';
import { createInertCopy } from '../markdown/inert-markdown.ts';
import { toRichText } from '../markdown/rich-text.ts';
import type { WorkMeter } from '../markdown/work.ts';
import { collectKnownLinks } from './known-links.ts';

interface AnswerCopy {
  readonly markdown: string;
  readonly html: string;
}

type Answered = readonly [text: string, citations: readonly Citation[], state: AgentState];

/** The answer with its sources below, of which nothing loads. */
export function* formatCopy([text, citations, state]: Answered, meter?: WorkMeter): Slices<AnswerCopy> {
  const copy = yield* createInertCopy(formatWithSources(text, citations), collectKnownLinks(state), meter);
  return { markdown: copy.markdown, html: yield* toRichText(copy.root) };
}

export const formatCopyInSlices = (...answered: Answered): Promise<AnswerCopy> => runInSlices(formatCopy(answered));
