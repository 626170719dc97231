import type { Frame } from '../../agent/frames/frames.ts';
import type { RunStatus } from '../../agent/storage-ports.ts';
import { PANEL_PAGE, id, replyWith, tabId, type RequestRows } from './request.ts';

export interface ListedRun {
  readonly runId: string;
  readonly title: string;
  readonly kept: boolean;
  /** Text that matches the query; '' without a query. */
  readonly snippet: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly status: RunStatus;
}

export const HISTORY_REQUESTS = {
  'run.keep': { from: PANEL_PAGE, props: { runId: id, kept: { type: 'boolean' } } },
  /** The kept runs and the tab's session runs, newest first; with a query, best match first. */
  'history.list': {
    from: PANEL_PAGE,
    props: { tabId, query: { type: 'string', maxLength: 200 } },
    reply: replyWith<{ readonly runs: readonly ListedRun[] }>(),
  },
  'history.open': {
    from: PANEL_PAGE,
    props: { runId: id },
    reply: replyWith<{ readonly frames: readonly Frame[] }>(),
  },
} as const satisfies RequestRows;
