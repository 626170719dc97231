/** Frames that record what the user is asked and commands. */
import type { JsonSchema } from '../../base/json.ts';
import type { Args } from './decision.ts';
import type { Citation } from './citation.ts';
import type { Grant, LimitName, RunConfig, RunRequest } from './spec.ts';
import type { FrameOf } from './frame-of.ts';

/** The answer, for the model, to a question that the user skips. */
export const SKIPPED = 'The user skipped this question; go on without an answer.';

/** What a call sends, and to whom: hosts or names of engines. */
export interface Departure {
  readonly to: readonly string[];
  /** Exactly as sent. */
  readonly text: string;
}

/** Must be approved, or has an unknown outcome. Rendered from these fields only. */
export interface AskedCall {
  readonly ordinal: number;
  readonly tool: string;
  readonly args: Args;
  readonly reasoning: string;
  /** Hash of tool and canonical arguments: any change voids the approval. */
  readonly hash: string;
  /** What “always” allows, derived by code; null if not offered. */
  readonly grant: Grant | null;
  /** Null if nothing leaves the computer by it. */
  readonly leaves: Departure | null;
}

/** Cost null if a price is unknown; `asOf` as of prices. */
export interface LargestSpend {
  readonly input: number;
  readonly output: number;
  readonly cost: number | null;
  readonly asOf: readonly string[];
}

interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** What a tool server may ask the user for: to fill in a form, to open a page, or to have the run's model answer (MCP's sampling). */
export type ServerRequest =
  | { readonly kind: 'form'; readonly schema: JsonSchema }
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'sampling';
      /** '' for none. */
      readonly system: string;
      readonly messages: readonly SamplingMessage[];
      readonly maxTokens: number;
    };

export type SamplingRequest = Extract<ServerRequest, { readonly kind: 'sampling' }>;

/** What a tool server asks while it runs a call. Its words are a stranger's. */
export type AskedByServer = ServerRequest & {
  /** Key of the call. */
  readonly call: string;
  /** Id of the question. */
  readonly question: string;
  readonly host: string;
  /** Present only for a sampling request. */
  readonly most?: LargestSpend;
};

/** It tells also the answer what it answers: what was entered for a server is neither searched nor logged. */
export const createServerAskKey = (call: string, question: string, kind: ServerRequest['kind']): string =>
  `${call}/${question}/${kind}`;

export const isServerAskKey = (key: string): boolean => /\/(?:form|url|sampling)$/.test(key);

/** The run waits; the answer is a `control` frame. */
export interface AskUserFrame extends FrameOf<'ask.user'> {
  readonly step: number;
  readonly key: string;
  /** `outcome`: did an interrupted call happen? `turn`: a message of an agent that holds the conversation. The kinds of a server's request: in `asked`. */
  readonly form: 'question' | 'approval' | 'outcome' | 'turn' | ServerRequest['kind'];
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly call: AskedCall | null;
  /** Present if a server asks. The answer to a form is what was entered, as JSON; to another kind it is a yes. */
  readonly asked?: AskedByServer;
}

/** The generator returns; an alarm or a command starts the run again. */
export interface WaitFrame extends FrameOf<'wait'> {
  readonly reason: 'rate-limit' | 'backoff' | 'user';
  /** Milliseconds since the epoch; 0: for the user, without limit. */
  readonly until: number;
  readonly message: string;
}

export const RATINGS = ['good', 'bad', 'none'] as const;
/** `none` takes one back. */
export type Rating = (typeof RATINGS)[number];

/** An event from outside. `commandId`: the inbox entry, removed in the same write. */
export type AgentControlFrame = FrameOf<'control'> & {
  readonly commandId: string | null;
  readonly note: string;
} & (
    | { readonly control: 'cancel' }
    /** After the worker's death. `lost`: keys of open model calls. */
    | { readonly control: 'resume'; readonly lost: readonly string[] }
    /** Has the current config, because the old one may have been the cause. */
    | { readonly control: 'retry'; readonly config: RunConfig }
    | { readonly control: 'follow'; readonly request: RunRequest; readonly config: RunConfig }
    | { readonly control: 'limit'; readonly limit: LimitName }
    | { readonly control: 'answer'; readonly ask: string; readonly text: string }
    /** `always`: this tool and origin, without asking again; null: this call only. */
    | {
        readonly control: 'approve';
        readonly ask: string;
        readonly hash: string;
        readonly always: Grant | null;
      }
    | { readonly control: 'decline'; readonly ask: string }
    | { readonly control: 'outcome'; readonly ask: string; readonly happened: boolean }
    /** Later prompts use this share of the model's window. */
    | { readonly control: 'shorten'; readonly share: number }
    /** Ids. The fallback replaces a failed main model, the main model a failed fast one, until the run ends. */
    | { readonly control: 'switch'; readonly from: string; readonly to: string; readonly reason: string }
    /** Shows the model the hidden turns again: the frame's id. */
    | { readonly control: 'restore'; readonly compaction: string }
    /** What the user thinks of the answer of the nth exchange, from 0. */
    | { readonly control: 'rate'; readonly exchange: number; readonly rating: Rating }
  );
