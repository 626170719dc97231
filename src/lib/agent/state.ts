/**
 * State is a fold of frames: `fold(a ++ b) = fold(fold(a), b)`, pure, total (no order of frames makes it throw), and
 * the same code in the worker, the panel and the tests. What it keeps is bounded by the run's shape, not its length,
 * so that folding one more frame costs the same at step 400 as at step 1.
 */
import type { Trouble } from '../base/errors.ts';
import type { ModelCallFrame, RunSpec, ToolCallFrame, ToolObject } from './frames.ts';
import type { ModelFailure, RunStatus } from './ports.ts';

export type Phase = 'thinking' | 'executing' | 'analyzing' | 'reflecting' | 'synthesizing';

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** Part of input and output that is our estimate of attempts cut by an interruption. */
  readonly lost: number;
  /** Model calls settled or lost. */
  readonly calls: number;
}

/** A model effect of the step under way that has settled well. */
export interface SettledReply {
  readonly text: string;
  readonly truncated: boolean;
}

export interface RunState {
  readonly spec: RunSpec | null;
  readonly status: RunStatus;
  readonly lastSeq: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** Decisions made so far, by model or rule. */
  readonly step: number;
  readonly phase: Phase | null;
  /** The tool call without a result, if any. */
  readonly tool: ToolCallFrame | null;
  /** The model call without a reply, if any. */
  readonly call: ModelCallFrame | null;
  /** What the tools found, oldest first. */
  readonly objects: readonly (ToolObject & { readonly tool: string })[];
  /** Settled model effects of the open tool call, by key: a tool that runs again takes its replies from here. */
  readonly replies: Readonly<Record<string, SettledReply>>;
  /** Failed attempts of the effect under way. */
  readonly attempts: number;
  readonly lastFailure: ModelFailure | null;
  readonly wait: { readonly until: number; readonly message: string } | null;
  readonly usage: Usage;
  /** Text of the latest reply that did not settle well: the best partial answer there is. */
  readonly partial: string;
  readonly answer: { readonly text: string; readonly partial: boolean; readonly note: string } | null;
  readonly trouble: Trouble | null;
  /** How often the run went on after an interruption. */
  readonly resumes: number;
  /** Id of the latest frame: what the next one is caused by. */
  readonly lastId: string | null;
}
