/**
 * Messages between worker and panel over their port. Frames are authoritative; a draft is preview text that the settled
 * frame replaces. Delivery is at least once: a panel drops frames by `seq`.
 */
import type { FromSchema } from 'json-schema-to-ts';
import type { Frame } from '../agent/frames/frames.ts';
import type { UserError } from '../base/errors.ts';

/** Name of the port between panel and worker. */
export const PANEL_PORT = 'panel';

/** Panel → worker: the tab in view, and the frames this panel already has of that tab's run. */
export const PANEL_HELLO_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'panel.hello' },
    tabId: { type: 'integer', minimum: 0 },
    /** The run this panel shows, or null; `after` is the last `seq` it has (-1 for none). */
    runId: { type: ['string', 'null'], minLength: 1, maxLength: 100 },
    after: { type: 'integer', minimum: -1 },
  },
  required: ['type', 'tabId', 'runId', 'after'],
  additionalProperties: false,
} as const;

export type PanelHello = Readonly<FromSchema<typeof PANEL_HELLO_SCHEMA>>;

export interface SessionUsage {
  readonly input: number;
  readonly output: number;
}

export type PanelEvent =
  /**
   * Reply to a hello: the latest run of that tab, or null. Its frames follow. `others`: tokens of the session's other
   * runs.
   */
  | {
      readonly type: 'tab';
      readonly tabId: number;
      readonly runId: string | null;
      readonly others: SessionUsage;
      /** Whether the user keeps the run in history. */
      readonly kept: boolean;
    }
  | { readonly type: 'frames'; readonly runId: string; readonly frames: readonly Frame[] }
  /**
   * `text` continues the draft of model call `key` at character `from`; 0 starts it again. `tokens`: written so far, as
   * far as counted.
   */
  | {
      readonly type: 'draft';
      readonly runId: string;
      readonly key: string;
      readonly from: number;
      readonly text: string;
      readonly tokens?: number;
    }
  /** Progress of the tool call `key`, from 0 to 1. Not stored: the settled result replaces it. */
  | { readonly type: 'progress'; readonly runId: string; readonly key: string; readonly share: number }
  /** The user has just granted access to the tab: check again. Sent through the session area, not the port. */
  | { readonly type: 'access'; readonly tabId: number }
  /** A request for that tab, made outside this panel, cannot be performed. */
  | { readonly type: 'refused'; readonly tabId: number; readonly error: UserError }
  /** A notice about the whole extension. */
  | { readonly type: 'notice'; readonly code: NoticeCode; readonly message: string };

/**
 * `memory-only`: storage is denied. `storage-full`: no space left. `corrupt`: a run could not be read and was moved
 * aside. `restarted`: runs from before an update or browser restart continue. `no-mirror`: runs cannot be written to
 * disk, so they end with the browser.
 */
export type NoticeCode = 'memory-only' | 'storage-full' | 'corrupt' | 'restarted' | 'no-mirror';
