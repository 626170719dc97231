/** A job: a kind of task with its tools, opening moves and instructions. */
import type { AgentResponseFrame, Citation, Labels } from '../frames/frames.ts';
import type { AgentParameters } from '../frames/manifest.ts';
import type { ClaimChecks, Model, ModelRequest, ReadText } from '../ports.ts';
import type { RunSpec } from '../frames/spec.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { ToolRegistry } from '../tool-calls/registry.ts';
import type { Tokens } from '../budget/usage.ts';
import type { PlannedCall } from '../tool-calls/tool.ts';

export interface Job {
  readonly name: string;
  readonly registry: ToolRegistry;
  /** The call that must succeed before anything else; null if none is left. */
  readonly findOpeningCall: (state: AgentState, model: Model) => PlannedCall | null;
  /** Null for a job in which code decides. */
  readonly instructions: ((spec: RunSpec) => string) | null;
  /** Labels of instructions and tools that are not the program's own. */
  readonly labels?: Labels;
  /** One model call each; default true. */
  readonly canReflect?: boolean;
  readonly preferences?: (spec: RunSpec) => Readonly<Record<string, string>>;
  /** The request of a job in which code decides: its reply is the answer. */
  readonly buildAnswerRequest: (state: AgentState, model: Model, read: ReadText) => Promise<AnswerRequest>;
  readonly cite?: (
    answer: string,
    state: AgentState,
    read: ReadText,
    checks: Partial<ClaimChecks>,
  ) => Promise<readonly Citation[]>;
  readonly canDelegate?: boolean;
  /** Each answer is a turn that waits for a reply. */
  readonly isConversational?: boolean;
  /** The model is offered nothing to call, not even a question to the user: each reply is the answer. */
  readonly answersAtOnce?: boolean;
  readonly parameters?: AgentParameters;
  readonly qualify?: (
    answer: Pick<AgentResponseFrame, 'text' | 'citations'>,
    state: AgentState,
    read: ReadText,
  ) => Promise<Qualification>;
}

export interface Qualification extends Pick<AgentResponseFrame, 'note' | 'nearest'> {
  /** Added before the answer; '' for none. */
  readonly lead: string;
}

export interface AnswerRequest {
  readonly request: ModelRequest;
  readonly labels: Labels;
}

export interface EstimatedCalls extends Tokens {
  readonly calls: number;
  /** Only if prices are known. */
  readonly cost?: number;
}

/** Upper bounds, before anything is spent, and what a run usually takes. */
export interface JobEstimate extends EstimatedCalls {
  readonly likely: EstimatedCalls;
  readonly total: number;
  /** As `Prices.asOf`, each once. */
  readonly asOf: readonly string[];
  readonly metered: boolean;
}

/** Otherwise code chooses the steps and the model writes the answer. */
export function isModelDeciding(job: Job, model: Pick<Model, 'toolCalling'>): boolean {
  return job.instructions !== null && model.toolCalling !== 'none';
}
