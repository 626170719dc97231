import type { Frame } from '../../agent/frames/frames.ts';
import type { RunListing } from '../../agent/store/run-archive.ts';
import type { RunStatus } from '../../agent/storage-ports.ts';
import { HISTORY_SCHEMA } from '../settings/settings.ts';
import { OPTIONS_PAGE, PANEL_PAGE, id, replyWith, tabId, type RequestRows } from './request.ts';

export const MAX_NAME_CHARS = 120;

export interface ListedRun extends Pick<RunListing, 'job' | 'page' | 'url' | 'requests'> {
  readonly runId: string;
  /** The name that the user gave it, else what was asked first; '' for a summary of an untitled page. */
  readonly title: string;
  /** The name of the schedule that asked first. Absent where a user did. */
  readonly schedule?: string | undefined;
  readonly pinned: boolean;
  /** Text that matches the query; '' without a query. */
  readonly snippet: string;
  /** Milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly status: RunStatus;
}

export const HISTORY_REQUESTS = {
  /** The last used first; with a query, best match first. */
  'history.list': {
    from: PANEL_PAGE,
    props: { query: { type: 'string', maxLength: 200 } },
    reply: replyWith<{ readonly runs: readonly ListedRun[] }>(),
  },
  'history.open': {
    from: PANEL_PAGE,
    props: { runId: id },
    reply: replyWith<{ readonly frames: readonly Frame[] }>(),
  },
  'history.pin': { from: PANEL_PAGE, props: { runId: id, pinned: { type: 'boolean' } } },
  /** '' for the title that it has by itself. */
  'history.rename': { from: PANEL_PAGE, props: { runId: id, name: { type: 'string', maxLength: MAX_NAME_CHARS } } },
  /** Stops it if it is live. Can be undone until `history.forget`, a minute at most. */
  'history.delete': {
    from: PANEL_PAGE,
    props: { runId: id },
    reply: replyWith<{ /** A tab showed it, or would have after others. */ readonly shown: boolean }>(),
  },
  /** `shown`: as the reply to the deletion said. */
  'history.restore': { from: PANEL_PAGE, props: { runId: id, shown: { type: 'boolean' } } },
  /** Ends the time in which that deletion can be undone. */
  'history.forget': { from: PANEL_PAGE, props: { runId: id } },
  /** How many conversations go if they are kept no longer than that. */
  'history.count-expired': {
    from: OPTIONS_PAGE,
    props: { keep: HISTORY_SCHEMA.properties.keep },
    reply: replyWith<{ readonly count: number }>(),
  },
  /** Deletes all conversations at once, pinned and live ones too. */
  'history.clear': { from: PANEL_PAGE, props: {} },
  /** Shows an unfinished conversation that has lost its tab beside that tab, whose live run is stopped; its private ones are deleted. */
  'history.bind': { from: PANEL_PAGE, props: { runId: id, tabId } },
} as const satisfies RequestRows;
