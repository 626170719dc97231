/** Tool interface, aligned with MCP: plain data, and a generator of commits that runs the tool. */
import { UserFacingError, type UserError } from '../../base/errors.ts';
import type { Json, JsonSchema } from '../../base/json.ts';
import type { Gate } from '../egress/gate.ts';
import type { Departure } from '../frames/control-frames.ts';
import type { Args } from '../frames/decision.ts';
import type { Artifact, Labels, Payload, ToolResultFrame } from '../frames/frames.ts';
import type { GradeFrame } from '../frames/model-frames.ts';
import type { ContentBlock } from '../frames/frame-of.ts';
import type { Commits } from '../state/journal.ts';
import type { AgentCard, AgentManifest } from '../frames/manifest.ts';
import type { ModelCall } from '../model-calls/model-call.ts';
import type { Tier } from './policy.ts';
import type { Model, RunPorts, ServerQuestion } from '../ports.ts';
import type { Purpose } from '../state/model-roles.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { CallAnswer } from '../state/turns.ts';
import type { SettledReply } from '../state/request-state.ts';

/** As promised by the author; for third-party tools only a hint. */
export interface ToolAnnotations {
  readonly title: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

interface ToolExample {
  readonly input: Args;
  readonly description: string;
}

/** JSON-safe. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly examples: readonly ToolExample[];
  readonly annotations: ToolAnnotations;
}

export interface ToolOutcome {
  /** Placeholders: `{num_objects}`, `{name}` and any key of `metadata`. */
  readonly message: string;
  readonly name: string;
  readonly payload: Payload;
  readonly objects: readonly Artifact[];
  readonly metadata?: Readonly<Record<string, Json>>;
  readonly content?: readonly ContentBlock[];
  readonly structured?: Json;
  readonly labels: Labels;
  readonly end?: boolean;
  /** Set by the loop. */
  readonly told?: number;
}

/** The hint is for a user, whom an error may reach; `advice` for the model. */
export class ToolError extends UserFacingError {
  readonly recoverable: boolean;
  readonly advice: string;
  constructor(error: UserError, recoverable: boolean, advice = error.hint) {
    super(error);
    this.name = 'ToolError';
    this.recoverable = recoverable;
    this.advice = advice;
  }
}

export interface ToolContext {
  readonly call: {
    readonly key: string;
    readonly step: number;
    /** Id of this intent. */
    readonly id: string;
    /** The answer to what `askUser` asked last. */
    readonly answer: CallAnswer | null;
  };
  /** Nothing leaves through these that the gate does not allow. */
  readonly ports: RunPorts;
  readonly egress: Pick<Gate, 'mayQuery' | 'chooseUnasked'>;
  readonly state: () => AgentState;
  /** The current model; a prompt must fit its window. */
  readonly model: (purpose: Purpose) => Model;
  readonly read: (hash: string) => Promise<string>;
  /** Aborts on cancel, timeout and time limit. */
  readonly signal: AbortSignal;
  /** A settled call is not repeated. Only for repeatable tools. */
  readonly callModel: (call: ModelCall) => Commits<SettledReply>;
  /** Not recorded twice after an interruption. */
  readonly giveResult: (outcome: ToolOutcome) => Commits<void>;
  /** `make` is not called if the result is recorded already, found by `which` (default: by position). */
  readonly giveOnce: (make: () => Promise<ToolOutcome>, which?: FindRecorded) => Commits<ToolResultFrame>;
  /** Returns the final state. Throws a `ToolError` if not allowed, `RetryLater` while it waits. */
  readonly invokeAgent: (asked: AgentTask) => Commits<AgentState>;
  /** Has the model answer what the server asked, if the user agreed. The reply is in the state, if there is one. */
  readonly sample: (labels: Labels) => Commits<void>;
  /** Records the question, and throws `RetryLater`: the tool is run again with the answer. Returns for what cannot be paid: then decline. */
  readonly askUser: (question: ServerQuestion, host: string, labels: Labels) => Commits<void>;
  readonly recordGrades: (graded: Pick<GradeFrame, 'need' | 'grades' | 'labels'>) => Commits<void>;
}

export interface AgentTask {
  readonly agent: AgentManifest;
  readonly task: string;
  /** '' for none. */
  readonly context: string;
  readonly agents: readonly AgentCard[];
  /** Labels of the manifest's words. */
  readonly labels: Labels;
}

export type FindRecorded = (results: readonly ToolResultFrame[]) => ToolResultFrame | undefined;

export interface PlannedCall {
  readonly tool: string;
  readonly args: Args;
  readonly thought: string;
}

export interface Tool {
  readonly definition: ToolDefinition;
  /** Must agree with the annotations. */
  readonly tier: Tier;
  /** Returns an origin, `OWN_TAB`, `ENGINES` or `LINKED`; null for none, '' if unknown. Absent: reaches nothing. */
  readonly getDestination?: (args: Args, state?: AgentState) => string | null;
  /** What a call sends and to whom; null for nothing. Required where it reaches a web origin, engines or links. */
  readonly getDeparture?: (args: Args, state: AgentState) => Departure | null;
  /** Returns true, or for the model why the tool cannot be used now (R4.4). */
  readonly checkAvailability?: (state: AgentState) => true | string;
  /** Returns why the call must fail, so that the user is not asked to approve it; null otherwise. */
  readonly findRefusal?: (args: Args, state: AgentState) => string | null;
  /** Runs once per rising edge of its condition (R4.4). */
  readonly trigger?: (state: AgentState, model: Model) => PlannedCall | null;
  /** Labels of what its errors may quote, such as names; absent if they quote nothing from outside the run. */
  readonly errorLabels?: Labels;
  /** Null if its model calls have their own limits. */
  readonly timeoutMs: number | null;
  /** Throws a `UserFacingError` or `ToolError` on failure. A generator only where it commits something itself. */
  readonly run: (args: Args, context: ToolContext) => ToolOutcome | Promise<ToolOutcome> | Commits<ToolOutcome>;
}

export async function* runTool(tool: Tool, args: Args, context: ToolContext): Commits<ToolOutcome> {
  const running = tool.run(args, context);
  return 'next' in running ? yield* running : await running;
}

/** Throws a `ToolError` if it is not a string. */
export function getTextArg(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  const message = `The argument ${name} should be a text.`;
  throw new ToolError({ code: 'tool.bad-call', message, hint: 'Correct the call, or do something else.' }, true);
}
