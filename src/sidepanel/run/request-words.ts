/** What a run was asked, in words. Pure. */
import type { RunRequest, SourceChoice } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import { findSelectionAction, insertLanguage } from '../../lib/jobs/selection-actions.ts';
import { t } from '../strings/strings.ts';

export type RequestTitle = Pick<RunRequest, 'job' | 'goal' | 'action' | 'language'>;

export function formatRequest({ job, goal, action, language }: RequestTitle): string {
  const { title = '', heading = title } = findSelectionAction(action) ?? {};
  if (heading !== '') return insertLanguage(heading, language);
  if (job === 'translate') return insertLanguage(t.requestTitles.translate, language);
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
