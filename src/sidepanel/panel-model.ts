/** What the panel shows, and what changes it. */
import type { About, ActiveTab, PanelHost } from '../chrome/panel/panel-host.ts';
import type { RequestFile, RequestPicture } from '../lib/agent/frames/frames.ts';
import type { UserError } from '../lib/base/errors.ts';
import type { Expenses } from '../lib/agent/budget/expense.ts';
import type { NoticeCode, PanelEvent } from '../lib/protocol/events.ts';
import type { Estimate } from '../lib/protocol/requests/run.ts';
import type { ListedRun } from '../lib/protocol/requests/history.ts';
import type { Reply } from '../lib/protocol/requests/requests.ts';
import type { HistorySettings } from '../lib/protocol/settings/settings.ts';
import type { WebOutlook } from '../lib/protocol/requests/web.ts';
import { NO_AGENTS, type AgentsChange, type AgentsPage, type KnownAgents } from './agents/agents-state.ts';
import type { RunModel } from './run/run-model.ts';

export type Access =
  | { readonly type: 'looking' }
  | { readonly type: 'ready'; readonly estimate: Estimate }
  | { readonly type: 'error'; readonly error: UserError };

/** `looking` until it is first requested. */
export type Outlook =
  | { readonly type: 'looking' }
  | { readonly type: 'ready'; readonly outlook: WebOutlook }
  | { readonly type: 'error'; readonly error: UserError };

export type Pending = 'start' | 'follow' | 'fork' | 'retry' | 'leave' | 'clear';

export interface History {
  /** '' for all runs. */
  readonly query: string;
  /** The query that `list` is the result of. */
  readonly listedQuery: string;
  /** Null until the worker has replied. */
  readonly list: readonly ListedRun[] | null;
  readonly open: RunModel | null;
  /** The one that was pressed, until it is shown; '' for none. */
  readonly opening: string;
  readonly error: UserError | null;
}

interface Deletion {
  readonly runId: string;
  readonly title: string;
  /** As the worker replied. */
  readonly shown: boolean;
}

/** Size in pixels; 0 if unknown. */
export interface AttachedPicture extends RequestPicture {
  readonly width: number;
  readonly height: number;
}

/** The tab that the user left by a quote or a link of an answer. */
export interface Origin {
  readonly tabId: number;
  /** What was asked there. */
  readonly name: string;
  /** The tab that was opened; null until it is in view. */
  readonly to: number | null;
}

export interface PanelModel {
  readonly tab: ActiveTab | null;
  readonly access: Access;
  readonly outlook: Outlook;
  readonly pagesOffer: boolean;
  readonly run: RunModel | null;
  /** The run that is shown although the tab shows another page now; null for none. */
  readonly unfolded: string | null;
  readonly pinned: boolean;
  readonly known: boolean;
  /** Null until the ledger has answered. */
  readonly expenses: Expenses | null;
  readonly about: About | null;
  /** The time of the latest selection that was shown, beside any tab. */
  readonly aboutSeen: number;
  /** Not asked about yet, by tab, so that they survive a change of tab. */
  readonly attachedPictures: ReadonlyMap<number, readonly AttachedPicture[]>;
  readonly attachedFiles: ReadonlyMap<number, readonly RequestFile[]>;
  /** Hashes of the conversation's pictures and files excluded from the next question. */
  readonly excluded: readonly string[];
  /** Null for none. */
  readonly origin: Origin | null;
  readonly choosing: boolean;
  readonly pending: Pending | null;
  /** The run in view, or the one that is being started, was asked to stop. */
  readonly stopping: boolean;
  readonly refusal: UserError | null;
  readonly notices: readonly NoticeCode[];
  readonly history: History | null;
  /** Null until it is loaded. */
  readonly keeping: HistorySettings | null;
  /** The last one, while it can be undone. */
  readonly deletion: Deletion | null;
  readonly agents: KnownAgents;
  readonly agentsPage: AgentsPage | null;
}

export const EMPTY_MODEL: PanelModel = {
  tab: null,
  access: { type: 'looking' },
  outlook: { type: 'looking' },
  pagesOffer: false,
  run: null,
  unfolded: null,
  pinned: false,
  known: false,
  expenses: null,
  about: null,
  aboutSeen: 0,
  attachedPictures: new Map(),
  attachedFiles: new Map(),
  excluded: [],
  origin: null,
  choosing: false,
  pending: null,
  stopping: false,
  refusal: null,
  notices: [],
  history: null,
  keeping: null,
  deletion: null,
  agents: NO_AGENTS,
  agentsPage: null,
};

export type PanelChange =
  | PanelEvent
  | AgentsChange
  | { readonly type: 'view'; readonly tab: ActiveTab }
  | { readonly type: 'looking'; readonly tabId: number }
  | { readonly type: 'looked'; readonly tabId: number; readonly reply: Reply<'page.estimate'> }
  | { readonly type: 'outlook'; readonly reply: Reply<'web.outlook'> }
  | { readonly type: 'pagesOffer'; readonly open: boolean }
  | { readonly type: 'command'; readonly pending: Pending }
  | { readonly type: 'started'; readonly tabId: number; readonly runId: string }
  | { readonly type: 'followed'; readonly tabId: number; readonly runId: string }
  | { readonly type: 'about'; readonly tabId: number; readonly about: About | null }
  | { readonly type: 'origin'; readonly origin: Origin | null }
  | { readonly type: 'unfolded'; readonly runId: string }
  | { readonly type: 'stopping' }
  | { readonly type: 'acknowledged' }
  | { readonly type: 'cleared' }
  | { readonly type: 'choosing'; readonly tabId: number; readonly choosing: boolean }
  /** Clears the refusal of an earlier attempt to attach something. */
  | { readonly type: 'clear-refusal' }
  | { readonly type: 'attach-picture'; readonly tabId: number; readonly picture: AttachedPicture }
  | { readonly type: 'attach-file'; readonly tabId: number; readonly file: RequestFile }
  | { readonly type: 'excluded'; readonly tabId: number; readonly hash: string }
  /** `hashes`: those of pictures and files. */
  | { readonly type: 'asked'; readonly tabId: number; readonly hashes: readonly string[] }
  /** Something other than a worker command failed. */
  | { readonly type: 'failed'; readonly tabId: number; readonly error: UserError }
  | { readonly type: 'opening'; readonly runId: string }
  | { readonly type: 'pinned'; readonly runId: string; readonly pinned: boolean }
  | { readonly type: 'keeping'; readonly keeping: HistorySettings }
  | { readonly type: 'deleted'; readonly deletion: Deletion | null }
  | { readonly type: 'history'; readonly history: 'open' | 'close' | 'back' }
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'listed'; readonly query: string; readonly reply: Reply<'history.list'> }
  | { readonly type: 'opened'; readonly runId: string; readonly reply: Reply<'history.open'> }
  | { readonly type: 'dismiss'; readonly code: NoticeCode };

/** What a group of the panel's actions works on; `Used` is what it needs of the host. */
export interface PanelDeps<Used extends keyof PanelHost> {
  readonly host: Pick<PanelHost, Used>;
  readonly model: () => PanelModel;
  readonly change: (...changes: readonly PanelChange[]) => void;
}
