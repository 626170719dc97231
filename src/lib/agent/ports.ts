/** Interfaces through which the agent reaches pipelines, models and storage. */
import type { Clock } from '../base/clock.ts';
import type { ModelConfig } from '../models/config.ts';
import type { Model } from '../models/model.ts';
import type { Validator } from '../schema/validator.ts';
import type { TokenCounter } from '../models/tokens/token-counter.ts';
import type { Reading } from '../pipeline/ocr/types.ts';
import type { Figure } from '../pipeline/page/read/figure.ts';
import type { Article, PageReading } from '../pipeline/page/read/article.ts';
import type { EngineConfig, SearchEngine } from '../pipeline/web/types.ts';
import type { AgentCard, AgentManifest, Commit, Frame, Grant, RunConfig, RunRequest } from './frames/frames.ts';

export type { Clock } from '../base/clock.ts';
export type { Args } from './frames/decision.ts';
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
export type { TokenCounter, TokenStream } from '../models/tokens/token-counter.ts';
export type { Article, PageReading } from '../pipeline/page/read/article.ts';
export type { EngineConfig, SearchEngine, SearchHit, SearchQuery } from '../pipeline/web/types.ts';

/** Reads the page of a tab. Throws a `UserFacingError` if the tab cannot be read. */
export interface Pages {
  read(tabId: number, signal: AbortSignal): Promise<PageReading>;
}

/** Stores large texts by their SHA-256. Storing the same text again is a no-op. */
export interface Blobs {
  put(text: string): Promise<string>;
  /** Undefined if the hash is unknown. */
  get(hash: string): Promise<string | undefined>;
}

/** Returns a stored text by its hash. Throws a `ToolError` if it is no longer stored. */
export type ReadText = (hash: string) => Promise<string>;

/** A picture in the form sent to a model. */
export interface ShownPicture {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
  /** In pixels, after scaling. */
  readonly width: number;
  readonly height: number;
}

/** Pictures by the SHA-256 of their bytes. */
export interface Pictures {
  /**
   * Returns the picture scaled to the maximum size for models. Throws a `UserFacingError` if it is no longer stored or
   * cannot be drawn.
   */
  loadForModel(hash: string, signal: AbortSignal): Promise<ShownPicture>;
}

export interface OcrResult {
  readonly reading: Reading;
  /** Codes of the language data used, such as `eng`. */
  readonly languages: readonly string[];
  /** The picture was scaled down before reading, so small print may be missing. */
  readonly reduced: boolean;
}

/** Reads the text in pictures, on this machine. */
export interface Ocr {
  /** `onProgress`: 0 … 1. Throws a `UserFacingError` on failure and when the signal aborts. */
  read(hash: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<OcrResult>;
}

/** A screenshot of a tab. */
export interface CapturedPicture {
  readonly hash: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture per page pixel. */
  readonly scale: number;
  readonly url: string;
  readonly title: string;
}

/** Takes screenshots. Throws a `UserFacingError` if the tab is not accessible or not in view. */
export interface Screen {
  capture(tabId: number, signal: AbortSignal): Promise<CapturedPicture>;
  /** Pictures of the page that have a text description. */
  listFigures(tabId: number, signal: AbortSignal): Promise<readonly Figure[]>;
}

export { SearchFailure } from '../pipeline/web/failure.ts';

/** The web's search engines. */
export interface Search {
  /** The same query within a session is answered from memory. */
  getEngine(config: EngineConfig): SearchEngine;
  /** Kept in memory while the worker lives. */
  readonly health: EngineHealth;
}

/** What is remembered of an engine between searches. The key is `EngineConfig` as JSON. */
export interface EngineHealth {
  /**
   * Returns until when the engine must not be asked (milliseconds since the epoch) and why; null if it may be asked.
   */
  getPause(engine: string, now: number): { readonly until: number; readonly why: string } | null;
  pause(engine: string, until: number, why: string): void;
  markAnswered(engine: string): void;
}

/** A web page that was fetched. */
export interface WebPage {
  /** Its URL is the final one after redirects. */
  readonly article: Article;
  /** True if it came over the network now, false if it was cached in this session. */
  readonly fetched: boolean;
}

/** Fetches web pages without credentials: no cookies, no referrer. */
export interface WebPages {
  /**
   * Throws a `UserFacingError`: `web.no-access` if the user has not allowed it, `web.private` for a host that is not
   * public,
   * `web.redirected`, `web.too-large`, `web.type`, `web.status`, `web.empty`, `web.timeout`, `web.unreachable`.
   */
  read(url: string, signal: AbortSignal): Promise<WebPage>;
}

/** The registry of agents. */
export interface Agents {
  /**
   * Saves an agent of the user; saving the same one again is a no-op. Throws a `UserFacingError` if it cannot be saved:
   * `agent.exists` if another agent, built-in or disabled ones included, has its id and `replace` is not possible.
   */
  save(manifest: AgentManifest, replace: boolean): Promise<AgentCard>;
}

/** What a run is doing, as shown to the user. */
export type Phase = 'thinking' | 'executing' | 'analyzing' | 'reflecting' | 'synthesizing';

/** `waiting`: until a time. `asking`: for the user. */
export type RunStatus = 'running' | 'waiting' | 'asking' | 'done' | 'failed' | 'cancelled';

/** Summary of a run, written together with each commit. */
export interface RunSummary {
  readonly runId: string;
  readonly tabId: number;
  readonly lastSeq: number;
  readonly status: RunStatus;
  readonly startedAt: number;
  /** Time of the user's latest request. Of a tab's runs, the one with the latest request is in view. */
  readonly requestedAt: number;
  /** When a waiting run continues; 0 otherwise. */
  readonly until: number;
  readonly input: number;
  readonly output: number;
}

/** A user's command to a run. `id` makes delivery idempotent. */
export type Command =
  | { readonly id: string; readonly type: 'cancel' }
  | { readonly id: string; readonly type: 'retry'; readonly config: RunConfig }
  /** Continues after the run's answer. */
  | { readonly id: string; readonly type: 'follow'; readonly request: RunRequest; readonly config: RunConfig }
  /** Answers the question with the key `ask`. */
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
  /** Shows the model again what the compaction with that frame id dropped. */
  | { readonly id: string; readonly type: 'restore'; readonly compaction: string }
  /** Stops the agent with that `Invocation.correlationId`; its caller continues. */
  | { readonly id: string; readonly type: 'take-back'; readonly of: string };

/** Whether the command continues a run that has ended. Commands queued before it came too late and are dropped. */
export const isContinuation = ({ type }: Command): boolean => type === 'retry' || type === 'follow';

/** Durable storage of frames, run summaries and inboxes. Every method rejects with a `StoreError`. */
export interface FrameStore {
  /**
   * Stores a commit atomically with the run's summary, and removes the inbox entries it takes. Idempotent by (run,
   * seq): the
   * same frame again is a no-op; a different frame at a stored seq, or a gap, is a `conflict`.
   */
  append(commit: Commit): Promise<void>;
  /** Frames of the run with `seq > after`, in order; [] for an unknown run. */
  load(runId: string, after?: number): Promise<readonly Frame[]>;
  /** The run's summary; null for an unknown run. */
  findRun(runId: string): Promise<RunSummary | null>;
  /** All runs, oldest first. */
  listRuns(): Promise<readonly RunSummary[]>;
  /** Deletes frames, summary and inbox of a run. */
  remove(runId: string): Promise<void>;
  /** Makes room: removes the run from this store; an archive may keep it. */
  evict(runId: string): Promise<void>;
  /** Deletes everything, including runs that were set aside. Runs must be stopped first. */
  clear(): Promise<void>;
  /** Removes an unreadable run from the list without deleting its data. */
  setAside(runId: string): Promise<void>;
  /** Adds a command; a no-op if its id was added or taken before. */
  send(runId: string, command: Command): Promise<void>;
  /** Commands not yet taken, in order of arrival. */
  listCommands(runId: string): Promise<readonly Command[]>;
  /** Replaces the checkpoint of streamed text; the commit that settles a reply removes its draft. */
  saveDrafts(runId: string, drafts: readonly Draft[]): Promise<void>;
  loadDrafts(runId: string): Promise<readonly Draft[]>;
}

/** Keeps the worker awake while runs are active, and restarts it if it dies. */
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

/** Streamed text of a model call in progress, checkpointed at most once a second. */
export interface Draft {
  readonly key: string;
  readonly text: string;
}

export interface Tabs {
  /** Opens the URL in a new background tab. Throws a `UserFacingError` if the browser refuses. */
  open(url: string, signal: AbortSignal): Promise<void>;
}

/** Progress of a run, reported at every change of phase. */
export interface AgentStatus {
  readonly runId: string;
  readonly phase: Phase;
  readonly stepNumber: number;
  readonly maxSteps: number;
  readonly tokenUsage: { readonly input: number; readonly output: number };
  readonly currentTool: string | null;
}

export type StatusCallback = (status: AgentStatus) => void;

/** Dependencies of one run. */
export interface RunPorts {
  readonly clock: Clock;
  readonly getModel: (config: ModelConfig) => Model;
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
  /** Commands in the inbox, oldest first. */
  readonly listCommands: () => readonly Command[];
  /** Resolves once another command is in the inbox. */
  readonly waitForCommand: () => Promise<void>;
  /** Aborts as soon as a cancel command is in the inbox. */
  readonly cancelled: AbortSignal;
  /** Aborts as soon as the inbox has a command to take the conversation back from that agent. */
  readonly getRecallSignal: (correlationId: string) => AbortSignal;
  readonly onStatus: StatusCallback;
  /**
   * Streamed text, for display only; the settled reply replaces it. '' starts over. `tokens`: latest count of all that
   * this
   * call has written; absent until first counted.
   */
  readonly onDraft: (key: string, text: string, tokens?: number) => void;
  /** Progress of a tool call, 0 … 1; for display only. */
  readonly onProgress: (key: string, share: number) => void;
  /** The last checkpoint of the calls that were cut when the worker died. */
  readonly recoveredDrafts: readonly Draft[];
  /** Product version, stored in the frames. */
  readonly product: string;
}
