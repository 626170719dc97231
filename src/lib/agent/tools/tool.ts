/**
 * Tool interface, aligned with MCP: a definition that is plain data, and a generator of commits that runs the tool, so
 * that
 * its model calls are committed like any other.
 */
import { UserFacingError, type UserError } from '../../base/errors.ts';
import type { Json, JsonSchema } from '../../base/json.ts';
import type { Args } from '../frames/decision.ts';
import type { Artifact, ContentBlock, GradeFrame, Labels, Payload, ToolResultFrame } from '../frames/frames.ts';
import type { Commits } from '../state/journal.ts';
import type { AgentCard, AgentManifest } from '../frames/manifest.ts';
import type { ModelCall } from '../model/model-call.ts';
import type { Tier } from './policy.ts';
import type { Model, RunPorts } from '../ports.ts';
import type { Purpose } from '../state/model-roles.ts';
import type { AgentState, SettledReply } from '../state/agent-state.ts';

/** Behaviour of a tool, as promised by its author; for third-party tools only a hint. */
export interface ToolAnnotations {
  readonly title: string;
  /** Changes nothing. */
  readonly readOnly: boolean;
  readonly destructive: boolean;
  /** Running it twice has the same effect as once. */
  readonly idempotent: boolean;
  /** Reaches beyond the current page and this computer. */
  readonly openWorld: boolean;
}

export interface ToolExample {
  readonly input: Args;
  readonly description: string;
}

/** Description of a tool. JSON-safe. */
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
  /** For the trace and the model, with placeholders: `{num_objects}`, `{name}` and any key of `metadata`. */
  readonly message: string;
  readonly name: string;
  readonly payload: Payload;
  readonly objects: readonly Artifact[];
  readonly metadata?: Readonly<Record<string, Json>>;
  /** Shown to the model in addition to the message. */
  readonly content?: readonly ContentBlock[];
  readonly structured?: Json;
  readonly labels: Labels;
  /** The run ends with the message as its answer. */
  readonly end?: boolean;
}

/** A tool's failure with whether another attempt may help. Its hint is the suggestion for the model. */
export class ToolError extends UserFacingError {
  readonly recoverable: boolean;
  constructor(error: UserError, recoverable: boolean, options?: ErrorOptions) {
    super(error, options);
    this.name = 'ToolError';
    this.recoverable = recoverable;
  }
}

/** What a running tool may use. */
export interface ToolContext {
  readonly call: { readonly key: string; readonly step: number };
  readonly ports: RunPorts;
  readonly state: () => AgentState;
  /** Returns the model currently used for that purpose; a prompt must fit its window. */
  readonly model: (purpose: Purpose) => Model;
  /** Returns a stored text by its hash. */
  readonly read: (hash: string) => Promise<string>;
  /** Aborts on cancel, on the tool's own timeout and at the run's time limit. */
  readonly signal: AbortSignal;
  /** Performs a committed model call; a settled one is not repeated. Only for repeatable tools. */
  readonly callModel: (call: ModelCall) => Commits<SettledReply>;
  /** Records an intermediate result; repeated after an interruption, it is not recorded twice. */
  readonly giveResult: (outcome: ToolOutcome) => Commits<void>;
  /**
   * Records an intermediate result that is expensive to produce: if it is recorded already, `make` is not called.
   * `which` finds it
   * among the recorded results if their order may change after an interruption; default: by position.
   */
  readonly giveOnce: (make: () => Promise<ToolOutcome>, which?: FindRecorded) => Commits<ToolResultFrame>;
  /**
   * Runs a sub-agent and returns its final state; after an interruption it continues. Throws a `ToolError` if the agent
   * may not
   * be called, and `RetryLater` while it waits.
   */
  readonly invokeAgent: (asked: AgentTask) => Commits<AgentState>;
  /** Records grades of search results. */
  readonly recordGrades: (graded: Pick<GradeFrame, 'need' | 'grades' | 'labels'>) => Commits<void>;
}

export interface AgentTask {
  readonly agent: AgentManifest;
  readonly task: string;
  /** Context given with the task; '' for none. */
  readonly context: string;
  /** Agents available to its caller, including those created in the run. */
  readonly agents: readonly AgentCard[];
}

/** Finds a result among those recorded for a call. */
export type FindRecorded = (results: readonly ToolResultFrame[]) => ToolResultFrame | undefined;

/** A call chosen by code, with the thought shown in the record. */
export interface PlannedCall {
  readonly tool: string;
  readonly args: Args;
  readonly thought: string;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Access level; must agree with the annotations. */
  readonly tier: Tier;
  /**
   * Returns where a call with these arguments reaches: an origin (`https://example.org`), the run's own tab
   * (`OWN_TAB`), search
   * engines (`ENGINES`), links (`LINKED`), null for none, '' if unknown. Absent for tools that never reach anything.
   */
  readonly getDestination?: (args: Args, state?: AgentState) => string | null;
  /** Returns true, or for the model why the tool cannot be used now (R4.4). */
  readonly checkAvailability?: (state: AgentState) => true | string;
  /**
   * Returns for the model why a call with these arguments must fail, so that the user is not asked to approve it; null
   * otherwise.
   */
  readonly findRefusal?: (args: Args, state: AgentState) => string | null;
  /** Runs automatically when its condition becomes true: once per rising edge (R4.4). */
  readonly trigger?: (state: AgentState, model: Model) => PlannedCall | null;
  /** Timeout in milliseconds; null if its model calls have their own limits. */
  readonly timeoutMs: number | null;
  /** Throws a `UserFacingError` on failure, or a `ToolError` with more detail. */
  readonly run: (args: Args, context: ToolContext) => Commits<ToolOutcome>;
}

/** Returns a text argument. Throws a `ToolError` if it is not a string. */
export function getTextArg(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  const message = `The argument ${name} should be a text.`;
  throw new ToolError({ code: 'tool.bad-call', message, hint: 'Correct the call, or do something else.' }, true);
}
