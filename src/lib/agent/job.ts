/** A job is what a person asks for: its tools, its opening moves, and what the model is told. */
import type { Citation, Labels } from './frames.ts';
import type { AgentParameters } from './manifest.ts';
import type { Model, ModelRequest, ReadText } from './ports.ts';
import type { RunSpec } from './spec.ts';
import type { AgentState } from './session.ts';
import type { ToolRegistry } from './registry.ts';
import type { TokenEstimate } from './tokens.ts';
import type { PlannedCall } from './tool.ts';

export interface Job {
  readonly name: string;
  readonly registry: ToolRegistry;
  /** A call that must come before anything else and has not been made well yet, decided by code. */
  readonly opening: (state: AgentState, model: Model) => PlannedCall | null;
  /** What a model that decides for itself is told; null for a job in which code decides. */
  readonly instructions: ((spec: RunSpec) => string) | null;
  /** Whether failed actions are thought about, at a model call each; they are unless told. */
  readonly reflects?: boolean;
  /** How the person wants it, by name: said again with every decision. */
  readonly preferences?: (spec: RunSpec) => Readonly<Record<string, string>>;
  /** The request whose reply is the answer, where code decides. */
  readonly answer: (state: AgentState, model: Model, read: ReadText) => Promise<AnswerRequest>;
  /** What an answer quotes, checked against what the run has read; nothing where the job reads nothing. */
  readonly cite?: (answer: string, state: AgentState, read: ReadText) => Promise<readonly Citation[]>;
  /** It may call agents. */
  readonly delegates?: boolean;
  /** It has the conversation: what it says is its turn, and a reply to it is waited for. */
  readonly converses?: boolean;
  /** How the model is to write, where not its own way. */
  readonly parameters?: AgentParameters;
  /** What code says of an answer, whatever a model has written: before it, and as its note. '' for nothing. */
  readonly qualify?: (
    citations: readonly Citation[],
    state: AgentState,
  ) => { readonly lead: string; readonly note: string };
}

export interface AnswerRequest {
  readonly request: ModelRequest;
  /** The worst label of what the prompt contains. */
  readonly labels: Labels;
}

/** The most that a job can take, before anything is spent. */
export interface JobEstimate extends TokenEstimate {
  /** Model calls. */
  readonly calls: number;
  /** Whose prices the cost is at, each once, as `Prices.asOf`. */
  readonly asOf: readonly string[];
  /** Whether any of the calls costs something. */
  readonly metered: boolean;
}

/** Whether the model chooses the steps of this job; otherwise code does, and the model writes the answer. */
export function modelDecides(job: Job, model: Pick<Model, 'toolCalling'>): boolean {
  return job.instructions !== null && model.toolCalling !== 'none';
}
