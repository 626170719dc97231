/** What a run was asked to do and on which terms. Written into its first frame, so that frames alone are enough to resume. */
import type { ModelConfig } from '../models/config.ts';
import type { Prices } from '../models/prices.ts';
import type { EngineConfig } from '../pipeline/web/types.ts';
import type { AgentCard, Invocation } from './manifest.ts';

export type { EngineConfig, Prices };

export interface Limits {
  /** Decisions acted upon, by model or rule, the answer included. */
  readonly maxSteps: number;
  /** Further attempts of one action after the first failed: of a model call, of a tool call, of a decision. */
  readonly maxRetries: number;
  /** Milliseconds of working time; waiting for a person or a server does not count. */
  readonly wallClockMs: number;
  /** Input and output tokens of the whole run, where they are somebody's bill. */
  readonly tokenBudget: number;
  /** Most the run may cost, in the currency of its prices; null for no bound. Binds where prices are known. */
  readonly maxCost: number | null;
  /** Share of the token budget, 0 … 1, from which the person wants to be warned. */
  readonly warnAt: number;
}

/** What ended a run early. `context`: the prompt no longer fits the model's window. */
export type LimitName = 'steps' | 'retries' | 'time' | 'tokens' | 'cost' | 'context';

/** What a person allowed once and for all, by a gesture: this tool towards this origin. */
export interface Grant {
  readonly tool: string;
  readonly origin: string;
}

/** One model that a run may call. */
export interface ModelTerms {
  /** `Model.id` and `Model.label`. */
  readonly id: string;
  readonly label: string;
  /** Whether its tokens are spent on somebody's machine or bill. The token budget holds only such. */
  readonly metered: boolean;
  readonly config: ModelConfig;
  /** Null where nobody knows them, which is never free. */
  readonly prices: Prices | null;
}

/** The models of a run by what they are for (`roles.ts`). */
export interface RunModels {
  /** Decides and answers. */
  readonly main: ModelTerms;
  /** Reads the parts of long pages and writes the notes that make room; null where the main model does. */
  readonly fast: ModelTerms | null;
  /** Looks at pictures; null where the main model does. */
  readonly vision: ModelTerms | null;
  /** Takes the main model's place once that cannot be had any more; null where nothing does. */
  readonly fallback: ModelTerms | null;
}

/** What a run works with. Recorded, so that a run never moves to another model because settings changed meanwhile. */
export interface RunTerms {
  readonly models: RunModels;
  readonly limits: Limits;
  readonly grants: readonly Grant[];
  /** Engines that the web may be searched with, in the person's order. */
  readonly search: readonly EngineConfig[];
  /** Agents that the run may call. */
  readonly agents: readonly AgentCard[];
  /** Models beside those of the roles, which agents name. */
  readonly others: readonly ModelTerms[];
}

/**
 * `rewrite`: the selection in other words, in another language, or as a preset of the person's own wants it. `screenshot`: the
 * text of a picture. `research`: an answer from the web. `agent`: whatever one agent does with it, with nobody between.
 */
export type JobName = 'summarise' | 'ask' | 'explain' | 'rewrite' | 'screenshot' | 'research' | 'agent';

/** A picture that a wish is about. */
export interface WishedPicture {
  /** Of its bytes, under which it is kept. */
  readonly hash: string;
  /** Hash of its text as the person corrected it; null for the text as it is read. */
  readonly text: string | null;
  /** Of the page that it was taken from; '' for none. */
  readonly url: string;
  readonly title: string;
}

/** What the person says of sources on the web, by canonical address: it stands above any grade. */
export interface SourceChoice {
  /** To be read and used, whatever they were graded. */
  readonly pinned: readonly string[];
  /** Not to be used. */
  readonly banned: readonly string[];
}

/** What a person wants: with it a run begins, and with another one it goes on after its answer. */
export interface Wish {
  readonly job: JobName;
  /** In words; their own, verbatim, where they typed any. */
  readonly goal: string;
  /** The tab at hand, the run's first source. */
  readonly tabId: number;
  /** Further tabs that the person added as sources, in their order. */
  readonly also: readonly number[];
  /** Hash of the `SelectedText` that it is about, as JSON; null for none. */
  readonly selection: string | null;
  /** The pictures that it is about, in their order. */
  readonly pictures: readonly WishedPicture[];
  /** Of the person, a BCP 47 tag; '' where the request says it. */
  readonly language: string;
  /** For answering once more from what was found, with other sources; null for a wish of its own. */
  readonly sources: SourceChoice | null;
  /** Id of the agent that it is for, where the job is `agent`; '' elsewhere. */
  readonly agent: string;
}

export interface RunSpec extends RunTerms, Wish {
  readonly runId: string;
  /** What an agent was called for within the run; null for the run itself. */
  readonly sub: Invocation | null;
}

/** What tokens cost, in the currency of the prices. `cached` is part of `input`. */
export function costOf(
  { input, output, cached = 0 }: { readonly input: number; readonly output: number; readonly cached?: number },
  prices: Prices,
): number {
  return ((input - cached) * prices.input + cached * prices.cached + output * prices.output) / 1_000_000;
}
