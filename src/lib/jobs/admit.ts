/** Where the built-in engine found no answer: the places that come closest to the question. */
import type { AgentResponseFrame } from '../agent/frames/frames.ts';
import type { Qualification } from '../agent/loop/job.ts';
import type { ReadText } from '../agent/ports.ts';
import type { AgentState } from '../agent/store/run-state.ts';
import { EXTRACTIVE_ID } from '../models/config.ts';
import { composeNearest, isNoAnswer } from '../models/extractive/answer.ts';
import { readFoundDocuments } from '../toolbox/page/find-in-page.ts';
import { verifyCitations } from './citing.ts';

export async function admitNoAnswer(
  { text }: Pick<AgentResponseFrame, 'text'>,
  state: AgentState,
  read: ReadText,
): Promise<Qualification> {
  const isAdmission = state.spec?.models.main.id === EXTRACTIVE_ID && isNoAnswer(text);
  if (!isAdmission) return { lead: '', note: '' };
  const closest = await composeNearest(state.spec.goal, await readFoundDocuments(state, read));
  const located = await verifyCitations(closest, state, read);
  return { lead: '', note: '', nearest: located.flatMap(({ place }) => place ?? []) };
}
