/**
 * What a run was asked to do, and its configuration. Stored in its first frame, so that frames alone suffice to resume.
 */
import type { ModelConfig } from '../../models/config.ts';
import type { Prices } from '../../models/prices.ts';
import type { EngineConfig } from '../../pipeline/web/types.ts';
import type { AgentCard, Invocation } from './manifest.ts';

export type { EngineConfig, Prices };

export interface Limits {
  /** Decisions acted upon, by model or rule, including the answer. */
  readonly maxSteps: number;
  /** Retries of one action after its first failure: of a model call, a tool call or a decision. */
  readonly maxRetries: number;
  /** Milliseconds of working time, without waiting for the user or a server. */
  readonly wallClockMs: number;
  /** Input and output tokens of the whole run, counting metered models only. */
  readonly tokenBudget: number;
  /** Maximum cost in the currency of the prices; null for no limit. Applies only where prices are known. */
  readonly maxCost: number | null;
  /** Share of the token budget, 0 … 1, from which the user is warned. */
  readonly warnAt: number;
}

/** The limit that ended a run. `context`: the prompt no longer fits the model's window. */
export type LimitName = 'steps' | 'retries' | 'time' | 'tokens' | 'cost' | 'context';

/** A permanent permission that the user gave by a gesture: this tool may reach this origin. */
export interface Grant {
  readonly tool: string;
  readonly origin: string;
}

/** One model that a run may call. */
export interface ModelBinding {
  /** `Model.id` and `Model.label`. */
  readonly id: string;
  readonly label: string;
  /** Whether its tokens cost someone money or machine time. The token budget counts only these. */
  readonly metered: boolean;
  readonly config: ModelConfig;
  /** Null if unknown, which never means free. */
  readonly prices: Prices | null;
}

/** The models of a run by role (`roles.ts`). */
export interface RunModels {
  /** Decides and answers. */
  readonly main: ModelBinding;
  /** Reads parts of long pages and writes compaction notes; null if the main model does. */
  readonly fast: ModelBinding | null;
  /** Looks at pictures; null if the main model does. */
  readonly vision: ModelBinding | null;
  /** Replaces the main model once it is unavailable; null for none. */
  readonly fallback: ModelBinding | null;
}

/** Configuration of a run. Recorded, so that later changes of the settings do not affect the run. */
export interface RunConfig {
  readonly models: RunModels;
  readonly limits: Limits;
  readonly grants: readonly Grant[];
  /** Engines for web search, in the user's order. */
  readonly search: readonly EngineConfig[];
  /** Agents that the run may call. */
  readonly agents: readonly AgentCard[];
  /** Models named by agents, in addition to those of the roles. */
  readonly others: readonly ModelBinding[];
}

/**
 * `rewrite`: the selection reworded, translated or changed by a preset of the user. `screenshot`: the text of a
 * picture.
 * `research`: an answer from the web. `agent`: one agent handles the request directly.
 */
export type JobName = 'summarise' | 'ask' | 'explain' | 'rewrite' | 'screenshot' | 'research' | 'agent';

/** A picture that a request is about. */
export interface RequestPicture {
  /** Hash of its bytes, under which it is stored. */
  readonly hash: string;
  /** Hash of its text as corrected by the user; null for the recognised text. */
  readonly text: string | null;
  /** Of the page it was taken from; '' for none. */
  readonly url: string;
  readonly title: string;
}

/** The user's choice of web sources, by canonical URL; it overrides grades. */
export interface SourceChoice {
  /** To be read and used, whatever their grade. */
  readonly pinned: readonly string[];
  readonly banned: readonly string[];
}

/** A request of the user. It starts a run or continues one after its answer. */
export interface RunRequest {
  readonly job: JobName;
  /** As text; verbatim what the user typed, if they did. */
  readonly goal: string;
  /** The active tab, the run's first source. */
  readonly tabId: number;
  /** Further tabs that the user added as sources, in their order. */
  readonly also: readonly number[];
  /** Hash of the `SelectedText` it is about, as JSON; null for none. */
  readonly selection: string | null;
  /** In their order. */
  readonly pictures: readonly RequestPicture[];
  /** The user's language, a BCP 47 tag; '' if the request itself names it. */
  readonly language: string;
  /** For answering again from what was found, with other sources; null for a new request. */
  readonly sources: SourceChoice | null;
  /** Id of the agent, if the job is `agent`; '' otherwise. */
  readonly agent: string;
}

export interface RunSpec extends RunConfig, RunRequest {
  readonly runId: string;
  /** The sub-agent invocation; null for the run itself. */
  readonly sub: Invocation | null;
}

/** Returns the cost in the currency of the prices. `cached` is part of `input`. */
export function computeCost(
  { input, output, cached = 0 }: { readonly input: number; readonly output: number; readonly cached?: number },
  prices: Prices,
): number {
  return ((input - cached) * prices.input + cached * prices.cached + output * prices.output) / 1_000_000;
}
