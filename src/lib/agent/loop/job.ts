/** A job: a kind of task with its tools, opening moves and instructions. */
import type { Citation, Labels } from '../frames/frames.ts';
import type { AgentParameters } from '../frames/manifest.ts';
import type { Model, ModelRequest, ReadText } from '../ports.ts';
import type { RunSpec } from '../frames/spec.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { TokenEstimate } from '../budget/tokens.ts';
import type { PlannedCall } from '../tools/tool.ts';

export interface Job {
  readonly name: string;
  readonly registry: ToolRegistry;
  /** Returns a call, chosen by code, that must succeed before anything else and has not yet; null if none. */
  readonly findOpeningCall: (state: AgentState, model: Model) => PlannedCall | null;
  /** Instructions for a model that decides for itself; null for a job in which code decides. */
  readonly instructions: ((spec: RunSpec) => string) | null;
  /** Whether failed actions are reflected on, at one model call each; default true. */
  readonly canReflect?: boolean;
  /** The user's preferences by name, repeated with every decision. */
  readonly preferences?: (spec: RunSpec) => Readonly<Record<string, string>>;
  /** Builds the request whose reply is the answer, where code decides. */
  readonly buildAnswerRequest: (state: AgentState, model: Model, read: ReadText) => Promise<AnswerRequest>;
  /** Returns the citations of an answer, checked against what the run has read. */
  readonly cite?: (answer: string, state: AgentState, read: ReadText) => Promise<readonly Citation[]>;
  /** Whether it may call agents. */
  readonly canDelegate?: boolean;
  /** Whether it holds the conversation: each answer is a turn that waits for a reply. */
  readonly isConversational?: boolean;
  /** Generation parameters, if they differ from the model's. */
  readonly parameters?: AgentParameters;
  /** Returns text that code adds to an answer: before it, and as its note; '' for none. */
  readonly qualify?: (
    citations: readonly Citation[],
    state: AgentState,
  ) => { readonly lead: string; readonly note: string };
}

export interface AnswerRequest {
  readonly request: ModelRequest;
  /** The merged labels of the prompt's content. */
  readonly labels: Labels;
}

/** Upper bounds of what a job can take, before anything is spent. */
export interface JobEstimate extends TokenEstimate {
  /** Number of model calls. */
  readonly calls: number;
  /** Dates of the prices used, each once, as `Prices.asOf`. */
  readonly asOf: readonly string[];
  /** Whether any of the calls is charged. */
  readonly metered: boolean;
}

/** Whether the model chooses the steps of this job; otherwise code does, and the model writes the answer. */
export function isModelDeciding(job: Job, model: Pick<Model, 'toolCalling'>): boolean {
  return job.instructions !== null && model.toolCalling !== 'none';
}
