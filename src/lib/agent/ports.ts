/** Interfaces of the agent to pipelines, models and storage. */
import type { Clock } from '../base/clock.ts';
import type { Json } from '../base/json.ts';
import type { ModelConfig } from '../models/config.ts';
import type { Model } from '../models/model.ts';
import type { TokenCounter } from '../models/tokens/token-counter.ts';
import type { checkClaims, listClaims } from '../pipeline/claims/check-claims.ts';
import type { Reading } from '../pipeline/ocr/types.ts';
import type { Article, PageReading, Figure } from '../pipeline/page/read/article.ts';
import type { Health } from '../pipeline/engines/engine-health.ts';
import type { EngineConfig, SearchEngine } from '../pipeline/engines/types.ts';
import type { ServerRequest } from './frames/control-frames.ts';
import type { Args } from './frames/decision.ts';
import type { AgentCard, AgentManifest, RequestFile } from './frames/frames.ts';
import type { ServerTool } from './frames/server-tool.ts';
import type { Command, Draft } from './storage-ports.ts';

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
export type { TokenCounter, TokenStream } from '../models/tokens/token-counter.ts';
export type { Article, PageReading } from '../pipeline/page/read/article.ts';
export type { EngineConfig, SearchEngine, SearchHit, SearchQuery } from '../pipeline/engines/types.ts';

/** Throws a `UserFacingError` if the tab cannot be read. */
export interface Pages {
  read(tabId: number, signal: AbortSignal): Promise<PageReading>;
}

/** By SHA-256; storing the same text again is a no-op. */
export interface Blobs {
  put(text: string): Promise<string>;
  /** Undefined if unknown. */
  get(hash: string): Promise<string | undefined>;
}

/** Throws a `ToolError` if it is no longer stored. */
export type ReadText = (hash: string) => Promise<string>;

/** Checks of an answer's claims against the sentences of its quotes. */
export interface ClaimChecks {
  readonly checkClaims: typeof checkClaims;
  readonly listClaims: typeof listClaims;
}

interface ShownPicture {
  readonly mediaType: string;
  readonly data: string;
  readonly width: number;
  readonly height: number;
}

export interface Pictures {
  /** Scaled. Throws a `UserFacingError` if it is gone or cannot be drawn. */
  loadForModel(hash: string, signal: AbortSignal): Promise<ShownPicture>;
}

export interface OcrResult {
  readonly reading: Reading;
  readonly languages: readonly string[];
  /** Scaled down before reading: small print may be missing. */
  readonly reduced: boolean;
}

/** What is read of a large picture before all of it is. */
export interface OcrPart extends OcrResult {
  /** How much of its height. */
  readonly share: number;
}

/** On this machine. */
export interface Ocr {
  /** `onProgress`: 0 … 1, with what is read so far whenever there is more of it. Throws a `UserFacingError`, also on abort. */
  read(hash: string, onProgress: (share: number, part?: OcrPart) => void, signal: AbortSignal): Promise<OcrResult>;
}

/** The files that the user gave. */
export interface Files {
  /** `onProgress`: 0 … 1. Throws a `UserFacingError`, also on abort. */
  read(file: RequestFile, onProgress: (share: number) => void, signal: AbortSignal): Promise<Article>;
}

export interface CapturedPicture {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  /** Per page pixel. */
  readonly scale: number;
  readonly url: string;
  readonly title: string;
}

/** Throws a `UserFacingError` if the tab is not accessible or not in view. */
export interface Screen {
  capture(tabId: number, signal: AbortSignal): Promise<CapturedPicture>;
  listFigures(tabId: number, signal: AbortSignal): Promise<readonly Figure[]>;
}

export { createStopWordTest, splitWords } from '../pipeline/engines/keywords.ts';
export { createTimeSlicer } from '../pipeline/text/time-slices.ts';
export { canonicaliseUrl } from '../pipeline/web/web-address.ts';
export { SearchFailure } from '../pipeline/engines/search-failure.ts';

export interface Search {
  /** Repeated queries of a session come from memory. */
  getEngine(config: EngineConfig): SearchEngine;
  /** While the worker lives. */
  readonly health: EngineHealth;
}

/** Keyed by `EngineConfig` as JSON. */
export type EngineHealth = Omit<Health, 'recordFailure'>;

export interface WebPage {
  readonly article: Article;
  /** False if cached in this session. */
  readonly fetched: boolean;
}

/** Without credentials: no cookies, no referrer. */
export interface WebPages {
  /**
   * Throws a `UserFacingError` with a `web.` code: `no-access`, `private` (host is not public), `redirected`,
   * `too-large`, `type`, `status`, `empty`, `timeout` or `unreachable`.
   */
  read(url: string, signal: AbortSignal): Promise<WebPage>;
}

export interface Agents {
  /** Idempotent. Throws a `UserFacingError`; `agent.exists` if the id is taken and cannot be replaced. */
  save(manifest: AgentManifest, replace: boolean): Promise<AgentCard>;
}

export interface ServerToolResult {
  /** By the server's own account. */
  readonly failed: boolean;
  readonly text: string;
  /** Null for none. */
  readonly structured: Json;
  /** There was more. */
  readonly cut: boolean;
  /** Number of pictures, sounds and files that were left out. */
  readonly leftOut: number;
  /** Number of the server's questions that the user was not asked. */
  readonly declined: number;
}

/** What a server asks the user while it runs a call. */
export interface ServerQuestion {
  readonly id: string;
  readonly text: string;
  readonly asks: ServerRequest;
}

export interface CallAttempt {
  /** Id of the call, the same when it goes on after an answer. */
  readonly id: string;
  /** Null to begin it. `entered`: as JSON, and nothing of it is sent that does not fit the form; null to decline, '' where the user could not be asked. */
  readonly answer: { readonly question: string; readonly entered: string | null } | null;
}

/** Tool servers that the user added, and pages that offer tools. */
export interface ToolServers {
  /**
   * Once. `onProgress`: 0 … 1. Throws a `UserFacingError`, also on abort; nothing is called if the tool has changed. After a question
   * the call is held, for some minutes, until it goes on with an answer: it is never made again.
   */
  call(
    tool: ServerTool,
    args: Args,
    attempt: CallAttempt,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<ServerToolResult | { readonly question: ServerQuestion }>;
  /** Gives the answer to a question of a call that is held time again. False if the server waits for it no more. Never rejects. */
  extend(id: string, question: string, signal: AbortSignal): Promise<boolean>;
  /** Ends a call that is held. */
  release(id: string): Promise<void>;
}

/** As shown to the user. */
export type Phase = 'thinking' | 'executing' | 'analyzing' | 'reflecting' | 'synthesizing';

export interface Tabs {
  /** In the background. Throws a `UserFacingError` if refused. */
  open(url: string, signal: AbortSignal): Promise<void>;
}

export interface AgentStatus {
  readonly runId: string;
  readonly phase: Phase;
  readonly stepNumber: number;
  readonly maxSteps: number;
  readonly tokenUsage: { readonly input: number; readonly output: number };
  readonly currentTool: string | null;
}

type StatusCallback = (status: AgentStatus) => void;

export interface RunPorts extends ClaimChecks {
  readonly clock: Clock;
  readonly getModel: (config: ModelConfig) => Model;
  readonly tokens: TokenCounter;
  readonly pages: Pages;
  readonly tabs: Tabs;
  readonly blobs: Blobs;
  readonly pictures: Pictures;
  readonly ocr: Ocr;
  readonly files: Files;
  readonly screen: Screen;
  readonly search: Search;
  readonly web: WebPages;
  readonly agents: Agents;
  readonly toolServers: ToolServers;
  readonly listCommands: () => readonly Command[];
  /** Resolves with the next command, or when the signal aborts. */
  readonly waitForCommand: (until: AbortSignal) => Promise<void>;
  /** Aborts once a cancel command is in the inbox. */
  readonly cancelled: AbortSignal;
  /** Aborts once the inbox has a recall of that agent. */
  readonly getRecallSignal: (correlationId: string) => AbortSignal;
  readonly onStatus: StatusCallback;
  /** Display only. '' starts over. `tokens`: latest count of the call; absent before the first. */
  readonly onDraft: (key: string, text: string, tokens?: number) => void;
  /** Display only. `key`: that of the model call. `tokens`: thought so far. */
  readonly onThought: (key: string, text: string, tokens?: number) => void;
  /** 0 … 1; display only. */
  readonly onProgress: (key: string, share: number) => void;
  readonly recoveredDrafts: readonly Draft[];
  readonly product: string;
}
