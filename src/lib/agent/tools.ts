/** Tools: what a run can do besides calling the model. A tool is a generator of commits, so that the model calls inside
 * it are committed effects like any other; one that runs again after an interruption finds its settled calls recorded. */
import { TroubleError } from '../base/errors.ts';
import type { Json } from '../base/json.ts';
import type { Commit, Labels, ToolCallFrame, ToolObject } from './frames.ts';
import type { ModelCall } from './model-effect.ts';
import type { Model, RunPorts } from './ports.ts';
import type { RunState, SettledReply } from './state.ts';

export type Args = Readonly<Record<string, Json>>;

/** A call that code decided on: with the thought that the record owes to its reader. */
export interface PlannedCall {
  readonly tool: string;
  readonly args: Args;
  readonly thought: string;
}

export interface ToolOutcome {
  /** One line for the model and for the trace. */
  readonly message: string;
  readonly objects: readonly ToolObject[];
  /** Of what was found. */
  readonly labels: Labels;
}

export interface ToolContext {
  readonly call: ToolCallFrame;
  readonly ports: RunPorts;
  readonly state: () => RunState;
  readonly model: () => Model;
  /** The text of a body by its hash. */
  readonly read: (hash: string) => Promise<string>;
  /** Aborts on cancel and at the run's wall-clock limit. */
  readonly signal: AbortSignal;
  /** One committed model effect; a settled one is not called again. */
  readonly callModel: (call: ModelCall) => AsyncGenerator<Commit, SettledReply, void>;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Runs by itself when the condition holds and it has not run on the same thing before (R4.4). */
  readonly trigger?: (state: RunState, model: Model) => PlannedCall | null;
  /** Throws a `TroubleError` when it fails; must be safe to run again. */
  readonly run: (args: Args, context: ToolContext) => AsyncGenerator<Commit, ToolOutcome, void>;
}

/** A string argument; a missing one is a programmer's mistake in the call's author. */
export function textArg(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  throw new TroubleError({
    code: 'tool.bad-arguments',
    message: `The argument ${name} should be a text.`,
    cure: 'Call the tool again with that argument.',
  });
}

/** The newest object of that name in the run's environment. */
export function findObject(state: RunState, name: string): ToolObject | undefined {
  return state.objects.findLast((object) => object.name === name);
}
