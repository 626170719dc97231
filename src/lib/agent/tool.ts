/**
 * What a tool is, MCP-aligned: a definition that is data, and a generator of commits that runs it, so that the model calls
 * inside are committed effects like any other. The one rule: business data comes in arguments and goes out in results.
 */
import { TroubleError, type Trouble } from '../base/errors.ts';
import type { Json, JsonSchema } from '../base/json.ts';
import type { Args } from './decision.ts';
import type { ContentBlock, GradeFrame, Labels, ToolObject, ToolResultFrame } from './frames.ts';
import type { Effects } from './journal.ts';
import type { AgentCard, AgentManifest } from './manifest.ts';
import type { ModelCall } from './model-effect.ts';
import type { Tier } from './policy.ts';
import type { Model, RunPorts } from './ports.ts';
import type { Purpose } from './roles.ts';
import type { AgentState, SettledReply } from './session.ts';

/** What a tool's effects are like. All are promises of its author; for tools of others they are hints at best. */
export interface ToolAnnotations {
  readonly title: string;
  /** Changes nothing. */
  readonly readOnly: boolean;
  /** May destroy something. */
  readonly destructive: boolean;
  /** Twice is as once. */
  readonly idempotent: boolean;
  /** Reaches beyond the page at hand and this computer. */
  readonly openWorld: boolean;
}

export interface ToolExample {
  readonly input: Args;
  readonly description: string;
}

/** What is known of a tool without running it. JSON-safe. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Of `structured` in its results. */
  readonly outputSchema: JsonSchema | null;
  readonly examples: readonly ToolExample[];
  readonly annotations: ToolAnnotations;
}

export interface ToolOutcome {
  /** For the trace and the model, with placeholders: `{num_objects}`, `{name}`, and any key of `metadata`. */
  readonly message: string;
  readonly name: string;
  /** How the panel draws it. */
  readonly payload: string;
  readonly objects: readonly ToolObject[];
  readonly metadata?: Readonly<Record<string, Json>>;
  /** What the model is shown besides the message. */
  readonly content?: readonly ContentBlock[];
  readonly structured?: Json;
  /** Of what was found. */
  readonly labels: Labels;
  /** The run ends with the message as its answer. */
  readonly end?: boolean;
}

/** A tool's failure that says whether trying again, the same or otherwise, may help. Its cure is the suggestion. */
export class ToolError extends TroubleError {
  readonly recoverable: boolean;
  constructor(trouble: Trouble, recoverable: boolean, options?: ErrorOptions) {
    super(trouble, options);
    this.name = 'ToolError';
    this.recoverable = recoverable;
  }
}

/** Utilities and the state so far; business data comes in arguments and goes out in results. */
export interface ToolContext {
  readonly call: { readonly key: string; readonly step: number };
  readonly ports: RunPorts;
  readonly state: () => AgentState;
  /** Who makes model calls of that purpose now: its window is what a prompt has to fit. */
  readonly model: (purpose: Purpose) => Model;
  /** The text of a body by its hash. */
  readonly read: (hash: string) => Promise<string>;
  /** Aborts on cancel, at the tool's own time-out and at the run's wall-clock limit. */
  readonly signal: AbortSignal;
  /** One committed model effect; a settled one is not called again. Only for tools that may run twice. */
  readonly callModel: (call: ModelCall) => Effects<SettledReply>;
  /** A result before the last; given again after an interruption, it is not recorded twice. */
  readonly give: (outcome: ToolOutcome) => Effects<void>;
  /**
   * The same for what costs something to make: what is recorded already is not made again. `which`: of the results so far, where
   * what is made next may be another thing after an interruption; else it is known by its place.
   */
  readonly once: (make: () => Promise<ToolOutcome>, which?: Recorded) => Effects<ToolResultFrame>;
  /**
   * Has an agent do a task as a part of this run, and gives its state once it is over. Called again after an interruption it
   * goes on where it was. Throws a `ToolError` where it may not be called, and `Unsettled` while it waits.
   */
  readonly invoke: (asked: Asked) => Effects<AgentState>;
  /** Records what results of a search are worth. */
  readonly grade: (graded: Pick<GradeFrame, 'need' | 'grades' | 'labels'>) => Effects<void>;
}

/** What an agent is called for. */
export interface Asked {
  readonly agent: AgentManifest;
  readonly task: string;
  /** What it is to know beside the task; '' for nothing. */
  readonly context: string;
  /** The agents that there are for its caller, those made in the run included. */
  readonly agents: readonly AgentCard[];
}

/** Finds a result among those of a call that are recorded. */
export type Recorded = (results: readonly ToolResultFrame[]) => ToolResultFrame | undefined;

/** A call that code decided on: with the thought that the record owes to its reader. */
export interface PlannedCall {
  readonly tool: string;
  readonly args: Args;
  readonly thought: string;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** What it does to the world; agrees with the annotations. */
  readonly tier: Tier;
  /**
   * Where a call with these arguments reaches: an origin (`https://example.org`), the run's own tab (`OWN_TAB`), engines
   * (`ENGINES`) or links (`LINKED`), null for nowhere, '' where the arguments do not tell. Absent for a tool that reaches
   * nowhere, whatever it is called with.
   */
  readonly destination?: (args: Args, state?: AgentState) => string | null;
  /** True, or why it cannot be used now, for the model to read (R4.4). */
  readonly available?: (state: AgentState) => true | string;
  /** Why a call with these arguments could only fail, for the model to read: nobody is asked to agree to it. Null for any other. */
  readonly refuses?: (args: Args, state: AgentState) => string | null;
  /** Runs by itself when its condition comes to hold: once per rising edge (R4.4). */
  readonly trigger?: (state: AgentState, model: Model) => PlannedCall | null;
  /** Milliseconds it may take; null for one whose model calls have bounds of their own. */
  readonly timeoutMs: number | null;
  /** Throws a `TroubleError` when it fails, `ToolError` to say more about it. */
  readonly run: (args: Args, context: ToolContext) => Effects<ToolOutcome>;
}

/** A text among arguments that their schema has passed. Throws a `ToolError` where it is none. */
export function textArg(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  const message = `The argument ${name} should be a text.`;
  throw new ToolError({ code: 'tool.bad-call', message, cure: 'Correct the call, or do something else.' }, true);
}
