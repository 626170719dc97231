import type { SourceChoice, RequestPicture } from '../../lib/agent/frames/frames.ts';

export interface Question {
  readonly job: 'ask' | 'research' | 'agent';
  readonly agent?: string;
  readonly goal: string;
  readonly also: readonly number[];
  /** Hash; null for none. */
  readonly selection: string | null;
  readonly pictures: readonly RequestPicture[];
  /** Null for a new question. */
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
