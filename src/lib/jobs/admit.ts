/** What an answer cannot say: that the page was read only in part or from its data, and what comes closest where no answer was found. */
import type { AgentResponseFrame } from '../agent/frames/frames.ts';
import type { Qualification } from '../agent/loop/job.ts';
import type { ReadText } from '../agent/ports.ts';
import type { AgentState } from '../agent/state/agent-state.ts';
import { EXTRACTIVE_ID } from '../models/config.ts';
import { composeNearest, isNoAnswer } from '../models/extractive/answer.ts';
import { listOtherWords, readFoundDocuments } from '../toolbox/page/find-in-page.ts';
import { getReadingNote } from '../toolbox/page/article.ts';
import { listPages } from '../toolbox/sources.ts';
import { verifyCitations } from './citing.ts';

export const UNBACKED_NOTE = 'Nothing in this answer is backed by the words of a source.';

export async function admitNoAnswer(
  { text }: Pick<AgentResponseFrame, 'text'>,
  state: AgentState,
  read: ReadText,
): Promise<Qualification> {
  const part = noteReading(state);
  const isAdmission = state.spec?.models.main.id === EXTRACTIVE_ID && isNoAnswer(text);
  if (!isAdmission) return part;
  const words = [state.spec.goal, ...listOtherWords(state)].join('\n');
  const closest = await composeNearest(words, await readFoundDocuments(state, read));
  const located = await verifyCitations(closest, state, read);
  return { ...part, nearest: located.flatMap(({ place }) => place ?? []) };
}

/** Notes it if a page was read only in part, or from its data. */
export function noteReading(state: AgentState): Qualification {
  return {
    lead: '',
    note:
      listPages(state)
        .map(({ meta }) => getReadingNote(meta))
        .find((note) => note !== '') ?? '',
  };
}
