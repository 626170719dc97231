/** The user's question, as sent to the worker. */
import type { SourceChoice, RequestPicture } from '../../lib/agent/frames/frames.ts';

export interface Question {
  /** About the open page, the web, or for one agent. */
  readonly job: 'ask' | 'research' | 'agent';
  /** Id of the agent that it is for. */
  readonly agent?: string;
  readonly goal: string;
  /** Further tabs as sources. */
  readonly also: readonly number[];
  /** Hash of the selection it is about; null for none. */
  readonly selection: string | null;
  readonly pictures: readonly RequestPicture[];
  /** For answering again from other sources; null for a new question. */
  readonly sources: SourceChoice | null;
}

export type SelectionAction = 'explain' | 'simplify' | 'translate' | 'search' | 'preset';

/** Copies the lists, because requests have mutable lists. */
export const toQuestionMessage = ({ also, pictures, sources, ...rest }: Question) => ({
  ...rest,
  also: [...also],
  pictures: [...pictures],
  sources: sources && { pinned: [...sources.pinned], banned: [...sources.banned] },
});
