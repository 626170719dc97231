/** The files that the next question is about. */
import { useMemo } from 'react';
import type { RequestFile } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { MAX_FILES } from '../../lib/protocol/requests/bounds.ts';
import { useModel } from '../panel-context.ts';
import type { PanelModel } from '../panel-model.ts';
import { findFollowedState } from '../pictures/question-pictures.ts';

export interface QuestionFile extends RequestFile {
  /** The conversation is about it. */
  readonly stays: boolean;
}

const NO_FILES: readonly RequestFile[] = [];

export const getAttachedFiles = (
  { attachedFiles, tab }: PanelModel,
  tabId = tab?.tabId ?? -1,
): readonly RequestFile[] => attachedFiles.get(tabId) ?? NO_FILES;

/** Newly attached files take precedence when there are more than `MAX_FILES`. */
function listQuestionFiles(
  attached: readonly RequestFile[],
  followedState: AgentState | null,
  excluded: readonly string[],
): readonly QuestionFile[] {
  const left = [...excluded, ...attached.map(({ hash }) => hash)];
  const before = (followedState?.spec?.files ?? []).filter(({ hash }) => !left.includes(hash));
  return [
    ...before.slice(0, Math.max(0, MAX_FILES - attached.length)).map((file) => ({ ...file, stays: true })),
    ...attached.map((file) => ({ ...file, stays: false })),
  ];
}

export function useQuestionFiles(): readonly QuestionFile[] {
  const attached = useModel(getAttachedFiles);
  const followedState = useModel(findFollowedState);
  const excluded = useModel((model) => model.excluded);
  return useMemo(() => listQuestionFiles(attached, followedState, excluded), [attached, followedState, excluded]);
}
