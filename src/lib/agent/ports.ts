/** What the agent needs from the world, as types: the one page through which it sees pipelines, models and storage. */
import type { Clock } from '../base/clock.ts';
import type { ModelConfig } from '../models/config.ts';
import type { Model } from '../models/model.ts';
import type { Validator } from '../schema/validator.ts';
import type { TokenCounter } from '../models/tokens.ts';
import type { Reading } from '../pipeline/ocr/types.ts';
import type { Figure } from '../pipeline/page/figure.ts';
import type { Article, PageReading } from '../pipeline/page/article.ts';
import type { EngineConfig, SearchEngine } from '../pipeline/web/types.ts';
import type { AgentCard, AgentManifest, Commit, Frame, Grant, RunTerms, Wish } from './frames.ts';

export type { Clock } from '../base/clock.ts';
export type { Args } from './decision.ts';
export type {
  DocumentPart,
  Model,
  ModelEvent,
  ModelFailure,
  ModelMessage,
  ModelRequest,
  ModelUsage,
  TextPart,
  ToolSchema,
} from '../models/model.ts';
export type { Validator } from '../schema/validator.ts';
export type { TokenCounter, TokenStream } from '../models/tokens.ts';
export type { Article, PageReading } from '../pipeline/page/article.ts';
export type { EngineConfig, SearchEngine, SearchHit, SearchQuery } from '../pipeline/web/types.ts';

/** Reads the page of a tab. Throws a `TroubleError` when the tab cannot be read. */
export interface Pages {
  read(tabId: number, signal: AbortSignal): Promise<PageReading>;
}

/** Big texts by their SHA-256. Writing the same text twice is a no-op. */
export interface Blobs {
  put(text: string): Promise<string>;
  /** Undefined when nothing is kept under the hash. */
  get(hash: string): Promise<string | undefined>;
}

/** The text of a body by its hash. Throws a `ToolError` where it is stored no longer. */
export type ReadText = (hash: string) => Promise<string>;

/** A picture as a model is shown it. */
export interface ShownPicture {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  /** In pixels, as shown. */
  readonly width: number;
  readonly height: number;
}

/** Pictures by the SHA-256 of their bytes. */
export interface Pictures {
  /** The picture made no larger than models look at. Throws a `TroubleError` where it is kept no longer or cannot be drawn. */
  shown(hash: string, signal: AbortSignal): Promise<ShownPicture>;
}

/** A picture that was read, and for which languages. */
export interface OcrResult {
  readonly reading: Reading;
  /** Of the data that read it, such as `eng`. */
  readonly languages: readonly string[];
  /** The picture had to be made smaller to be read: small print may be missing. */
  readonly reduced: boolean;
}

/** Reads the text in pictures, on this machine. */
export interface Ocr {
  /** `onProgress`: 0 … 1. Throws a `TroubleError` when it cannot be read, also when the signal aborts. */
  read(hash: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<OcrResult>;
}

/** A picture that was taken of a tab. */
export interface Captured {
  readonly hash: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for one of the page's. */
  readonly scale: number;
  readonly url: string;
  readonly title: string;
}

/** What a tab shows. Throws a `TroubleError` where access to it no longer stands, or it is not in view. */
export interface Screen {
  capture(tabId: number, signal: AbortSignal): Promise<Captured>;
  /** Pictures of the page that say in words what they show. */
  figures(tabId: number, signal: AbortSignal): Promise<readonly Figure[]>;
}

export { SearchFailure } from '../pipeline/web/failure.ts';

/** The web's search engines. */
export interface Search {
  /** The same question again within a session is answered from memory. */
  engineFor(config: EngineConfig): SearchEngine;
  /** How engines have been, while the worker lives. */
  readonly health: EngineHealth;
}

/** What is remembered of an engine between searches, by `EngineConfig` as JSON. */
export interface EngineHealth {
  /** Until when it is better left alone (milliseconds since the epoch), and why; null for one that may be asked. */
  resting(engine: string, now: number): { readonly until: number; readonly why: string } | null;
  rest(engine: string, until: number, why: string): void;
  /** It has answered. */
  answered(engine: string): void;
}

/** A page of the web that was fetched. */
export interface WebPage {
  /** Its address is where it was found in the end. */
  readonly article: Article;
  /** It came over the network just now; else it had been fetched before in this session. */
  readonly fetched: boolean;
}

/** Pages of the web, read without the person's name: no cookies, no referrer. */
export interface WebPages {
  /**
   * Throws a `TroubleError`: `web.no-access` where the person has not allowed it, `web.private` for an address of no public
   * host, `web.redirected`, `web.too-large`, `web.type`, `web.status`, `web.empty`, `web.timeout`, `web.unreachable`.
   */
  read(url: string, signal: AbortSignal): Promise<WebPage>;
}

/** The agents there are. */
export interface Agents {
  /**
   * Keeps an agent of the person's. Throws a `TroubleError` where it cannot be kept: `agent.exists` where another one has its id,
   * built-in ones and those switched off included, and it may not take its place. The same one again is kept once.
   */
  save(manifest: AgentManifest, replace: boolean): Promise<AgentCard>;
}

/** What a run is at, as a person may know it. */
export type Phase = 'thinking' | 'executing' | 'analyzing' | 'reflecting' | 'synthesizing';

/** `waiting`: until a moment. `asking`: for a person. */
export type RunStatus = 'running' | 'waiting' | 'asking' | 'done' | 'failed' | 'cancelled';

/** The small record of a run that is written together with each commit. */
export interface RunHead {
  readonly runId: string;
  readonly tabId: number;
  readonly lastSeq: number;
  readonly status: RunStatus;
  readonly startedAt: number;
  /** When the person last wanted something of it: of a tab's runs, the one in view. */
  readonly wishedAt: number;
  /** When a waiting run goes on; 0 otherwise. */
  readonly until: number;
  readonly input: number;
  readonly output: number;
}

/** A person's word to a run. `id` makes delivery idempotent. */
export type Command =
  | { readonly id: string; readonly type: 'cancel' }
  | { readonly id: string; readonly type: 'retry'; readonly terms: RunTerms }
  /** Goes on after the run's answer. */
  | { readonly id: string; readonly type: 'follow'; readonly wish: Wish; readonly terms: RunTerms }
  /** To what the run asked under the key `ask`. */
  | { readonly id: string; readonly type: 'answer'; readonly ask: string; readonly text: string }
  | {
      readonly id: string;
      readonly type: 'approve';
      readonly ask: string;
      readonly hash: string;
      readonly always: Grant | null;
    }
  | { readonly id: string; readonly type: 'decline'; readonly ask: string }
  | { readonly id: string; readonly type: 'outcome'; readonly ask: string; readonly happened: boolean }
  /** Show the model again what the compaction with that frame id dropped. */
  | { readonly id: string; readonly type: 'restore'; readonly compaction: string }
  /** Stop the agent of that name (`Invocation.correlationId`); the one that called it goes on. */
  | { readonly id: string; readonly type: 'take-back'; readonly of: string };

/** Whether a run goes on with it after it had ended: what waits before it came too late for the run as it was. */
export const goesOn = ({ type }: Command): boolean => type === 'retry' || type === 'follow';

/** Frames, heads and inboxes, durable. Every method rejects with a `StoreError`. */
export interface FrameStore {
  /**
   * Stores a commit whole or not at all, with the run's head; entries of the inbox that it takes go in the same write.
   * Idempotent by (run, seq): the same frame again is a no-op; another frame at a stored seq, or a gap, is `conflict`.
   */
  append(commit: Commit): Promise<void>;
  /** Frames of the run with `seq > after`, in order; [] for an unknown run. */
  load(runId: string, after?: number): Promise<readonly Frame[]>;
  /** All runs, oldest first. */
  heads(): Promise<readonly RunHead[]>;
  /** Forgets a run: frames, head and inbox. */
  remove(runId: string): Promise<void>;
  /** Makes room: the run is no longer listed and its frames leave this store, whatever else may keep them. */
  evict(runId: string): Promise<void>;
  /** Forgets everything, what was set aside included. Stop runs first. */
  clear(): Promise<void>;
  /** Sets a run that cannot be read aside under its id: it is no longer listed, and nothing of it is deleted. */
  setAside(runId: string): Promise<void>;
  /** Adds a command; a no-op when its id was added or taken before. */
  send(runId: string, command: Command): Promise<void>;
  /** Commands not yet taken, in order of arrival. */
  inbox(runId: string): Promise<readonly Command[]>;
  /** Replaces the checkpoint of what is being streamed; the commit that settles a reply drops its draft. */
  saveDrafts(runId: string, drafts: readonly Draft[]): Promise<void>;
  loadDrafts(runId: string): Promise<readonly Draft[]>;
}

/** Keeps the worker awake while runs live, and wakes it if it died all the same. */
export interface Wakefulness {
  /** Resolves once an alarm exists that outlives the worker. */
  begin(): Promise<void>;
  end(): Promise<void>;
}

export type StoreErrorCode = 'quota' | 'denied' | 'conflict' | 'corrupt';

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

/** What had been streamed of a model call that was under way, checkpointed at most once a second. */
export interface Draft {
  readonly key: string;
  readonly text: string;
}

/** Opens addresses for the person to see. */
export interface Tabs {
  /** Opens the address in a new tab behind the one in view. Throws a `TroubleError` when the browser refuses. */
  open(url: string, signal: AbortSignal): Promise<void>;
}

/** How far a run is, told at every change of phase. */
export interface AgentStatus {
  readonly runId: string;
  readonly phase: Phase;
  readonly stepNumber: number;
  readonly maxSteps: number;
  readonly tokenUsage: { readonly input: number; readonly output: number };
  readonly currentTool: string | null;
}

export type StatusCallback = (status: AgentStatus) => void;

/** What one run works with. */
export interface RunPorts {
  readonly clock: Clock;
  readonly modelFor: (config: ModelConfig) => Model;
  readonly tokens: TokenCounter;
  readonly pages: Pages;
  readonly tabs: Tabs;
  readonly validator: Validator;
  readonly blobs: Blobs;
  readonly pictures: Pictures;
  readonly ocr: Ocr;
  readonly screen: Screen;
  readonly search: Search;
  readonly web: WebPages;
  readonly agents: Agents;
  /** Commands waiting in the inbox right now, oldest first. */
  readonly commands: () => readonly Command[];
  /** Resolves once another command is in the inbox. */
  readonly heard: () => Promise<void>;
  /** Aborts as soon as a cancel command is in the inbox. */
  readonly cancelled: AbortSignal;
  /** Aborts as soon as a command to take the conversation back from the agent of that name is in the inbox. */
  readonly takenBack: (correlationId: string) => AbortSignal;
  readonly onStatus: StatusCallback;
  /**
   * Streamed text, for the eye only; the settled reply replaces it. '' begins anew. `tokens`: of all that this call has
   * written, counted a moment ago; absent until it has been.
   */
  readonly draft: (key: string, text: string, tokens?: number) => void;
  /** How far the tool call of that key is, 0 … 1; for the eye only. */
  readonly progress: (key: string, share: number) => void;
  /** The last checkpoint of the calls cut by the worker's death. */
  readonly recovered: readonly Draft[];
  /** Version of the product, for the frames. */
  readonly product: string;
}
