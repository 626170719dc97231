/** What a run was asked and its configuration; in its first frame, so frames suffice to resume. */
import type { ModelConfig } from '../../models/config.ts';
import type { Prices } from '../../models/prices.ts';
import type { EngineConfig } from '../../pipeline/engines/types.ts';
import type { AgentCard, Invocation } from './manifest.ts';
import type { ServerTool } from './server-tool.ts';
import { DEFAULT_STYLE, type AnswerStyle } from './style.ts';

export type { Prices };

export interface Limits {
  /** By model or rule, including the answer. */
  readonly maxSteps: number;
  /** After the first failure of one model call, tool call or decision. */
  readonly maxRetries: number;
  /** Without waiting for the user or a server. */
  readonly wallClockMs: number;
  /** Input and output of metered models. */
  readonly tokenBudget: number;
  /** In US dollars; null for no limit. Only where prices are known. */
  readonly maxCost: number | null;
  /** Share of the token budget, 0 … 1. */
  readonly warnAt: number;
}

/** `context`: the prompt no longer fits the window. */
export type LimitName = 'steps' | 'retries' | 'time' | 'tokens' | 'cost' | 'context';

/** Given by a user gesture: this tool may reach this origin. */
export interface Grant {
  readonly tool: string;
  readonly origin: string;
}

export interface ModelBinding {
  readonly id: string;
  readonly label: string;
  /** Whether tokens cost money or machine time; the token budget counts only these. */
  readonly metered: boolean;
  readonly config: ModelConfig;
  /** Null if unknown, which never means free. */
  readonly prices: Prices | null;
}

export interface RunModels {
  readonly main: ModelBinding;
  /** Reads long pages and compacts; null: the main model does. */
  readonly fast: ModelBinding | null;
  readonly vision: ModelBinding | null;
  /** Used once the main model is unavailable; null for none. */
  readonly fallback: ModelBinding | null;
  /** Present if the main model only quotes. */
  readonly translator?: ModelBinding;
  /** Gives vectors of passages. Present if the user chose one. */
  readonly embedder?: ModelBinding;
}

/** Recorded: later changes of the settings do not affect the run. */
export interface RunConfig {
  readonly models: RunModels;
  readonly limits: Limits;
  readonly grants: readonly Grant[];
  readonly search: readonly EngineConfig[];
  readonly agents: readonly AgentCard[];
  readonly others: readonly ModelBinding[];
  /** Tools of servers and of the page that the user switched on. Absent in runs of earlier versions, which is none. */
  readonly serverTools?: readonly ServerTool[];
  /** The conversation is deleted once it is left. What its first request says counts. */
  readonly private: boolean;
  /** Absent in runs of earlier versions, which is the default. A retry or a fork keeps it. */
  readonly style?: AnswerStyle;
  /** Whether a model is asked what it doubts of an answer. Absent in runs of earlier versions, which is no. */
  readonly secondOpinion?: boolean;
}

/**
 * `rewrite`: changes the selection. `screenshot`: the text of a picture. `translate`: the whole page. `agent`: handled by
 * one agent. `chat`: from the model's own knowledge.
 */
export type JobName =
  | 'summarise'
  | 'ask'
  | 'explain'
  | 'rewrite'
  | 'screenshot'
  | 'research'
  | 'translate'
  | 'agent'
  | 'chat';

export interface RequestPicture {
  readonly hash: string;
  /** Its text as corrected by the user; null for the recognised text. */
  readonly text: string | null;
  /** '' for none. */
  readonly url: string;
  readonly title: string;
}

/** Its bytes are in the database under its hash. */
export interface RequestFile {
  readonly hash: string;
  /** As the user's system names it, without the folder. */
  readonly name: string;
}

/** By canonical URL; overrides grades. */
export interface SourceChoice {
  readonly pinned: readonly string[];
  readonly banned: readonly string[];
}

/** Asked by a schedule. It reads one page, as it was when the run began, and no tab. */
interface ByClock {
  /** The schedule's, as the user named it. */
  readonly name: string;
  /** Hash of an `Article` as JSON. */
  readonly page: string;
}

export interface RunRequest {
  readonly job: JobName;
  /** Verbatim what the user typed, if they did. */
  readonly goal: string;
  readonly tabId: number;
  readonly also: readonly number[];
  /** Hash of a `SelectedText` as JSON; null for none. */
  readonly selection: string | null;
  readonly pictures: readonly RequestPicture[];
  /** Absent in runs of earlier versions, which is none. */
  readonly files?: readonly RequestFile[];
  /** BCP 47 tag; '' if the request names it. */
  readonly language: string;
  /** To answer again with other sources; null for a new request. */
  readonly sources: SourceChoice | null;
  /** '' unless the job is `agent`. */
  readonly agent: string;
  /** Id of a selection action; '' for none. */
  readonly action: string;
  /** Absent where a user asked. */
  readonly byClock?: ByClock;
}

/** What is not of a tab: a scheduled run, a file, a page read from the web. */
export const NO_TAB = -1;

export const EMPTY_REQUEST = {
  also: [],
  selection: null,
  pictures: [],
  files: [],
  language: '',
  sources: null,
  agent: '',
  action: '',
} as const satisfies Partial<RunRequest>;

/**
 * The settings may have changed since; how the answer is written stays what it was, whether it is kept, and what the page
 * offered. A scheduled run stays as narrow as its schedule made it.
 */
export function retryWith<S extends RunConfig & Pick<RunRequest, 'byClock'>>(spec: S, config: RunConfig): S {
  const ofPage = (spec.serverTools ?? []).filter(({ page }) => page !== undefined);
  const next = {
    ...spec,
    ...config,
    ...(ofPage.length > 0 && { serverTools: [...ofPage, ...(config.serverTools ?? [])] }),
    style: spec.style ?? DEFAULT_STYLE,
    private: spec.private,
  };
  if (spec.byClock === undefined) return next;
  const { grants, search, serverTools = [], limits } = spec;
  return { ...next, grants, search, serverTools, limits: { ...config.limits, tokenBudget: limits.tokenBudget } };
}

/**
 * The place in an exchange where a fork ends its past. `request`: before it was asked; `answer`: before the model was asked
 * for the answer; `stop`: before the user stopped it; `end`: after it.
 */
export const FORK_PLACES = ['request', 'answer', 'stop', 'end'] as const;
export type ForkPlace = (typeof FORK_PLACES)[number];

/** The run that a fork was taken from, and how many of its frames are the past of this one. */
interface Fork {
  readonly runId: string;
  readonly kept: number;
}

export interface RunSpec extends RunConfig, RunRequest {
  readonly runId: string;
  readonly forked?: Fork;
  /** Null for the run itself. */
  readonly sub: Invocation | null;
}

/** Whether the run that a fork was taken from paid for that frame. */
export const isPaidBefore = (spec: Pick<RunSpec, 'forked'> | null, seq: number): boolean =>
  seq < (spec?.forked?.kept ?? 0);

/** `cached` is part of `input`. */
export function computeCost(
  { input, output, cached = 0 }: { readonly input: number; readonly output: number; readonly cached?: number },
  prices: Prices,
): number {
  return ((input - cached) * prices.input + cached * prices.cached + output * prices.output) / 1_000_000;
}
