/** What the worker tells a panel over its port, and the one thing a panel says there. Frames are the truth; a draft is
 * text for the eye that the settled frame replaces. Delivery is at least once: a panel drops frames by `seq`. */
import type { FromSchema } from 'json-schema-to-ts';
import type { Frame } from '../agent/frames.ts';
import type { Trouble } from '../base/errors.ts';

/** Name of the port between panel and worker. */
export const PANEL_PORT = 'panel';

/** Panel → worker: which tab is in view, and how far this panel already knows that tab's run. */
export const PANEL_HELLO_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'panel.hello' },
    tabId: { type: 'integer', minimum: 0 },
    /** The run this panel shows, or null; `after` is the last `seq` it holds (-1 for none). */
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
  /** Answer to a hello: the run to show for that tab (the latest), or null. Its frames follow. `others`: tokens of the session's other runs. */
  | {
      readonly type: 'tab';
      readonly tabId: number;
      readonly runId: string | null;
      readonly others: SessionUsage;
      /** Whether the person keeps the run in history. */
      readonly kept: boolean;
    }
  | { readonly type: 'frames'; readonly runId: string; readonly frames: readonly Frame[] }
  /**
   * `text` continues the draft of model call `key` at character `from`; `from` 0 starts it anew. `tokens`: of what the
   * call has written, as far as they have been counted.
   */
  | {
      readonly type: 'draft';
      readonly runId: string;
      readonly key: string;
      readonly from: number;
      readonly text: string;
      readonly tokens?: number;
    }
  /** How far the tool call `key` is, 0 … 1. Nothing keeps it: the settled result takes its place. */
  | { readonly type: 'progress'; readonly runId: string; readonly key: string; readonly share: number }
  /** A person has just given access to the tab: look again. Comes through the session area, not the port. */
  | { readonly type: 'access'; readonly tabId: number }
  /** What was asked for over that tab, by another way than this panel, cannot be done. */
  | { readonly type: 'refused'; readonly tabId: number; readonly trouble: Trouble }
  /** Something about the whole product that a person should know. */
  | { readonly type: 'notice'; readonly code: NoticeCode; readonly message: string };

/**
 * `memory-only`: storage is denied. `storage-full`: there is no room for more. `corrupt`: a run could not be read and is
 * set aside. `restarted`: runs from before an update or a restart of the browser go on. `no-mirror`: runs cannot be written to disk, so
 * that they end with the browser.
 */
export type NoticeCode = 'memory-only' | 'storage-full' | 'corrupt' | 'restarted' | 'no-mirror';
