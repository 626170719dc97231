import type { SelectionActionId } from '../../lib/jobs/selection-actions.ts';
import type { RunRequest } from '../../lib/agent/frames/frames.ts';
import type { Kind } from './obstacle.ts';

export interface Question extends Pick<RunRequest, 'goal' | 'also' | 'selection' | 'pictures' | 'files' | 'sources'> {
  readonly job: 'ask' | 'chat' | 'research' | 'agent';
  readonly agent?: string;
  /** The selection action whose answer is given again. */
  readonly action?: SelectionActionId;
}

/** About the page alone. */
export const PLAIN_QUESTION = { job: 'ask', also: [], selection: null, pictures: [], sources: null } as const;

/** `chosen`: what a question about the page is also about. `agent`: the id of the one that a question of that kind goes to. */
export function createQuestion(
  goal: string,
  kind: Kind,
  chosen: Pick<Question, 'also' | 'selection' | 'pictures' | 'files'>,
  agent: string,
): Question {
  if (kind === 'web' || kind === 'chat') return { ...PLAIN_QUESTION, job: kind === 'web' ? 'research' : 'chat', goal };
  const question = { ...chosen, goal, sources: null };
  return kind === 'agent' ? { ...question, job: 'agent', agent } : { ...question, job: 'ask' };
}

/** Copies the lists, because requests have mutable lists. */
export const toQuestionMessage = ({ also, pictures, files = [], sources, ...rest }: Question) => ({
  ...rest,
  also: [...also],
  pictures: [...pictures],
  files: [...files],
  sources: sources && { pinned: [...sources.pinned], banned: [...sources.banned] },
});

/** Hashes of its pictures and files. */
export const listAttachments = ({ pictures, files = [] }: Question): readonly string[] =>
  [...pictures, ...files].map(({ hash }) => hash);
