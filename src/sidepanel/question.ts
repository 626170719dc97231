/** What a person types and presses, as it goes to the worker. */
import type { SourceChoice, WishedPicture } from '../lib/agent/frames.ts';

/** What a person types, with what it is about. */
export interface Question {
  /** Of what is open, of the web, or of one agent. */
  readonly job: 'ask' | 'research' | 'agent';
  /** Id of the agent that it is for. */
  readonly agent?: string;
  readonly goal: string;
  /** Further tabs as sources. */
  readonly also: readonly number[];
  /** Hash of the selection it is about; null for none. */
  readonly selection: string | null;
  /** Pictures it is about. */
  readonly pictures: readonly WishedPicture[];
  /** For an answer anew from other sources; null for a question of its own. */
  readonly sources: SourceChoice | null;
}

export type SelectionAction = 'explain' | 'simplify' | 'translate' | 'search' | 'preset';

/** Requests are of lists that may be written to. */
export const sendable = ({ also, pictures, sources, ...rest }: Question) => ({
  ...rest,
  also: [...also],
  pictures: [...pictures],
  sources: sources && { pinned: [...sources.pinned], banned: [...sources.banned] },
});
