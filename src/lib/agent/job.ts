/** A job is what a person asks for: its opening moves, its tools, and the prompt of its answer. */
import type { Labels } from './frames.ts';
import type { Model, ModelRequest } from './ports.ts';
import type { RunState } from './state.ts';
import type { PlannedCall, Tool } from './tools.ts';

export interface Job {
  readonly name: string;
  readonly tools: readonly Tool[];
  /** A call that must come before the answer and has not been made well yet, decided by code. */
  readonly opening: (state: RunState) => PlannedCall | null;
  /** The request whose reply is the answer. `read` resolves a body's hash to its text. */
  readonly answer: (state: RunState, model: Model, read: (hash: string) => Promise<string>) => Promise<AnswerRequest>;
}

export interface AnswerRequest {
  readonly request: ModelRequest;
  /** The worst label of what the prompt contains. */
  readonly labels: Labels;
}
