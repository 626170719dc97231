import type { RequestPicture } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { MAX_PICTURES } from '../../lib/protocol/requests/bounds.ts';
import { chooseConversation } from '../question/conversation.ts';
import { findReadPicture } from './run-pictures.ts';
import type { AttachedPicture, PanelModel } from '../panel-model.ts';

export interface QuestionPicture extends AttachedPicture {
  readonly stays: boolean;
}

export const toRequestPicture = ({ hash, text, url, title }: RequestPicture): RequestPicture => ({
  hash,
  text,
  url,
  title,
});

const NO_PICTURES: readonly AttachedPicture[] = [];

export const getAttachedPictures = (
  { attachedPictures, tab }: PanelModel,
  tabId = tab?.tabId ?? -1,
): readonly AttachedPicture[] => attachedPictures.get(tabId) ?? NO_PICTURES;

/** Null for a new conversation. */
export function findFollowedState(model: PanelModel): AgentState | null {
  const to = chooseConversation(model);
  if (to.type !== 'follow') return null;
  return (model.run?.runId === to.runId ? model.run : model.history?.open)?.state ?? null;
}

/** Newly attached pictures take precedence when there are more than `MAX_PICTURES`. */
export function listQuestionPictures(
  attached: readonly AttachedPicture[],
  followedState: AgentState | null,
  excluded: readonly string[],
): readonly QuestionPicture[] {
  const attachedHashes = new Set(attached.map(({ hash }) => hash));
  const before = (followedState?.spec?.pictures ?? []).filter(
    ({ hash }) => !attachedHashes.has(hash) && !excluded.includes(hash),
  );
  const staying = before.map((picture) => {
    const { width = 0, height = 0 } = (followedState && findReadPicture(followedState.objects, picture)) ?? {};
    return { ...picture, width, height, stays: true };
  });
  return [
    ...staying.slice(0, Math.max(0, MAX_PICTURES - attached.length)),
    ...attached.map((picture) => ({ ...picture, stays: false })),
  ];
}
