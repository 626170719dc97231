/** Decides where the next question goes, and formats earlier requests. Pure. */
import type { RunRequest, SourceChoice } from '../../lib/agent/frames/frames.ts';
import { isOver, type AgentState } from '../../lib/agent/store/run-state.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { findSelectionAction, insertLanguage } from '../../lib/jobs/selection-actions.ts';
import type { PanelModel } from '../panel-model.ts';
import type { RunModel } from '../run/run-model.ts';
import { hasLeftPage, getStage } from '../run/stage.ts';
import { t } from '../strings/strings.ts';
import { parseUrl } from '../../lib/base/urls.ts';

export type Destination =
  | { readonly type: 'follow'; readonly runId: string }
  | { readonly type: 'new'; readonly why: 'first' | 'moved' | 'private' | 'kept' };

export function resolveDestination(model: PanelModel): Destination {
  const { history, run, keeping } = model;
  if (history?.open && canContinue(history.open.state)) return { type: 'follow', runId: history.open.runId };
  if (run === null || !canContinue(run.state)) return { type: 'new', why: 'first' };
  if (hasLeftPage(model)) return { type: 'new', why: 'moved' };
  const isPrivate = run.state.spec?.private ?? false;
  if (keeping !== null && keeping.private !== isPrivate) return { type: 'new', why: isPrivate ? 'kept' : 'private' };
  return { type: 'follow', runId: run.runId };
}

/** Only once the run is over. */
export const canContinue = ({ spec, status }: AgentState): boolean => spec !== null && isOver(status);

/** The run and the tab's run must both be over. */
export function canAnswerAgain(model: PanelModel, { state }: RunModel): boolean {
  return canContinue(state) && model.pending === null && getStage(model) !== 'running';
}

export type RequestTitle = Pick<RunRequest, 'job' | 'goal' | 'action' | 'language'>;

export function formatRequest({ job, goal, action, language }: RequestTitle): string {
  const { title = '', heading = title } = findSelectionAction(action) ?? {};
  if (heading !== '') return insertLanguage(heading, language);
  return job === 'summarise' || job === 'screenshot' ? t.requestTitles[job] : toLegibleText(goal);
}

export function formatSourceChoice({ pinned, banned }: SourceChoice): string {
  return t.web.answeredAgain({ without: listHosts(banned), using: listHosts(pinned) });
}

const listHosts = (urls: readonly string[]): readonly string[] => urls.flatMap((url) => parseUrl(url)?.host ?? []);

export interface SelectedText {
  /** As Markdown, which keeps code, formulas and tables. */
  readonly text: string;
  /** The selection is longer than `text`. */
  readonly cut: boolean;
}

/** Null before the run has read it. */
export function findSelectedText({ objects }: Pick<AgentState, 'objects'>, hash: string | null): SelectedText | null {
  if (hash === null) return null;
  for (const { name, meta } of objects.iterateNewestFirst()) {
    if (name !== 'selection' || meta.of !== hash) continue;
    return meta.words === '' ? null : { text: meta.words, cut: meta.cut };
  }
  return null;
}
