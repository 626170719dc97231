/** Messages between worker and panel. Delivery is at least once: a panel drops frames by `seq`. */
import type { FromSchema } from 'json-schema-to-ts';
import type { Expenses } from '../agent/budget/expense.ts';
import type { Frame } from '../agent/frames/frames.ts';
import type { UserError } from '../base/errors.ts';
import { defineObject } from '../schema/object.ts';

export const PANEL_PORT = 'panel';

export const PANEL_HELLO_SCHEMA = defineObject({
  type: { const: 'panel.hello' },
  tabId: { type: 'integer', minimum: 0 },
  /** Null for none; `after` is the last `seq` it has (-1 for none). */
  runId: { type: ['string', 'null'], minLength: 1, maxLength: 100 },
  after: { type: 'integer', minimum: -1 },
});

export type PanelHello = Readonly<FromSchema<typeof PANEL_HELLO_SCHEMA>>;

export type PanelEvent =
  /** Reply to a hello: the tab's latest run or null; frames follow. */
  | {
      readonly type: 'tab';
      readonly tabId: number;
      readonly runId: string | null;
      readonly pinned: boolean;
    }
  | { readonly type: 'frames'; readonly runId: string; readonly frames: readonly Frame[] }
  /** Continues the draft of call `key` at character `from`; 0 restarts it. `tokens`: written so far. */
  | {
      readonly type: 'draft';
      readonly runId: string;
      readonly key: string;
      readonly from: number;
      readonly text: string;
      readonly tokens?: number;
    }
  /** What the model of call `key` thinks, piece by piece. Not stored. */
  | { readonly type: 'thought'; readonly runId: string; readonly key: string; readonly text: string }
  /** After a hello, and whenever something was spent. */
  | { readonly type: 'expenses'; readonly expenses: Expenses }
  /** Progress of the tool call `key`, from 0 to 1. Not stored. */
  | { readonly type: 'progress'; readonly runId: string; readonly key: string; readonly share: number }
  /** A gesture just granted access to the tab; one that `toggles` closes a panel that had it. Sent through the session area. */
  | { readonly type: 'access'; readonly tabId: number; readonly toggles: boolean }
  | { readonly type: 'refused'; readonly tabId: number; readonly error: UserError }
  | { readonly type: 'notice'; readonly code: NoticeCode };

/** `corrupt`: a run was moved aside. `no-mirror`: no disk writes, so runs end with the browser. */
export type NoticeCode = 'memory-only' | 'storage-full' | 'corrupt' | 'restarted' | 'no-mirror';
