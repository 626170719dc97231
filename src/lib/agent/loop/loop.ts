/** The agent loop. Every commit is yielded before its consequences begin; resuming is starting with a past. */
import { toUserError } from '../../base/errors.ts';
import { takeCommand } from './commands.ts';
import type { AgentAction } from './action.ts';
import { isStopped, performAction, createTextReader, type ActionScope } from './perform.ts';
import type { Commit, Frame, RunSpec } from '../frames/frames.ts';
import type { Job } from './job.ts';
import { Journal, type Commits, type Writer } from '../state/journal.ts';
import { LimitReached, createLimitError } from '../state/limits.ts';
import { RetryLater } from '../model-calls/model-call.ts';
import { selectNextAction } from './select-next-action.ts';
import type { AgentStatus, RunPorts } from '../ports.ts';
import { createResumeCommits } from './resume.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { isOver } from '../state/run-status.ts';
import type { AgentState } from '../state/agent-state.ts';
import { isCallAsking, listOpenCalls } from '../state/turns.ts';
import type { RunSubAgent } from '../tool-calls/run-sub-agent.ts';
import { getCorrelationId, iterateActiveAgents } from '../state/sub-agents.ts';
import { Transcript } from '../context/transcript.ts';

/** `window`: context size of the deciding model, in tokens. */
export type ResolveJob = (state: AgentState, window: number) => Job;

/** `past`: [] to start, stored frames to resume. Failures become frames; does not throw by itself. */
export async function* runAgentLoop(
  spec: RunSpec,
  ports: RunPorts,
  resolveJob: ResolveJob,
  past: readonly Frame[],
): AsyncGenerator<Commit, AgentState, void> {
  const journal = new Journal(spec.runId, past, ports.clock, ports.product);
  const reportStatus = createStatusReporter(ports);
  const releaseCalls = createCallReleaser(journal.state, ports);
  if (wasInterrupted(journal.state))
    for (const drafts of await createResumeCommits(journal.state, ports)) yield journal.write(drafts);
  const deps = { spec, ports, resolveJob };
  return yield* stampCommits(runAgent(journal, null, deps), journal, (state) => {
    reportStatus(state);
    releaseCalls(state);
  });
}

type EndAction = Extract<AgentAction, { type: 'limit' | 'fail' }>;

interface Deps {
  readonly spec: RunSpec;
  readonly ports: RunPorts;
  readonly resolveJob: ResolveJob;
}

async function* runAgent(journal: Writer, caller: AbortSignal | null, deps: Deps): Commits<AgentState> {
  const { spec, ports, resolveJob } = deps;
  const transcript = new Transcript({ tokens: ports.tokens, read: createTextReader(ports) });
  const runSubAgent: RunSubAgent = (writer, signal) => runAgent(writer, signal, deps);
  for (;;) {
    const taken = await takeCommand(journal.state, ports);
    for (const commit of taken) yield commit;
    if (taken.length > 0) continue;
    if (caller && !isOver(journal.state.status) && isStopped({ journal, ports, caller })) throw new RetryLater();
    const { state } = journal;
    const { model } = resolveModelForPurpose('decide', (state.spec ?? spec).models, ports.getModel);
    const job = resolveJob(state.spec ? state : { ...state, spec }, model.contextTokens);
    const action = selectNextAction(state, { job, model }, journal.now(), ports.clock.now());
    if (action.type === 'rest') {
      if (caller === null || isOver(state.status)) return state;
      throw new RetryLater(); // it waits, so its caller waits too
    }
    const scope: ActionScope = { spec, ports, job, model, journal, transcript, caller, conduct: runSubAgent };
    try {
      yield* performAction(action, scope);
    } catch (thrown) {
      const end = resolveEndAction(thrown, journal.state);
      if (end) yield* performEnd(end, scope);
    }
  }
}

/** An end whose answer cannot be made is a failure, for which nothing is read. */
async function* performEnd(end: EndAction, scope: ActionScope): Commits<void> {
  try {
    yield* performAction(end, scope);
  } catch (thrown) {
    if (end.type === 'fail' || thrown instanceof RetryLater) throw thrown;
    yield* performAction({ type: 'fail', error: toUserError(thrown) }, scope);
  }
}

async function* stampCommits<T>(
  commits: Commits<T>,
  journal: Journal,
  report: (state: AgentState) => void,
): AsyncGenerator<Commit, T, void> {
  let step = await commits.next();
  while (step.done !== true) {
    const commit = journal.write(step.value);
    yield commit;
    report(journal.state);
    step = await commits.next(commit);
  }
  return step.value;
}

/** Ids of calls that asked the user and have no result yet: nothing that runs here could end them. */
const listHeldCalls = (state: AgentState): readonly string[] =>
  isOver(state.status)
    ? []
    : [...iterateActiveAgents(state)].flatMap((agent) =>
        listOpenCalls(agent).flatMap(({ key, id, answer }) =>
          answer !== null || isCallAsking(agent, key) ? [id] : [],
        ),
      );

/** Releases calls that are held no longer, however their run or agent ended. One with a result is released already. */
function createCallReleaser(past: AgentState, { toolServers }: RunPorts): (state: AgentState) => void {
  let held = listHeldCalls(past);
  return (state) => {
    const before = held;
    held = listHeldCalls(state);
    for (const id of before.filter((each) => !held.includes(each))) void toolServers.release(id).catch(() => undefined);
  };
}

/** Reports phase changes once stored (R2.4). */
function createStatusReporter(ports: RunPorts): (state: AgentState) => void {
  let phase: AgentStatus['phase'] | null = null;
  return (state) => {
    if (state.phase === phase) return;
    phase = state.phase;
    if (!state.spec || phase === null) return;
    ports.onStatus({
      runId: state.spec.runId,
      phase,
      stepNumber: state.step,
      maxSteps: state.spec.limits.maxSteps,
      tokenUsage: { input: state.usage.input, output: state.usage.output },
      currentTool: listOpenCalls(state)[0]?.tool ?? null,
    });
  };
}

/** Null if the state determines what is next. Rethrows a limit of the caller, which ends the caller. */
function resolveEndAction(thrown: unknown, state: AgentState): EndAction | null {
  if (thrown instanceof RetryLater) return null;
  if (thrown instanceof LimitReached && thrown.agentName !== getCorrelationId(state)) throw thrown;
  const { view } = state;
  // a retry continues without what the user asked to see again
  if (thrown instanceof LimitReached && thrown.limit === 'context' && view.pinned.length > 0)
    return { type: 'fail', error: { ...createLimitError('context'), hint: UNPIN_HINT } };
  if (thrown instanceof LimitReached) return { type: 'limit', limit: thrown.limit };
  return { type: 'fail', error: toUserError(thrown) };
}

/** A waiting run was left on purpose, and nothing follows a retry yet that could have been interrupted. */
function wasInterrupted({ spec, status, resumedAt, lastSeq, request }: AgentState): boolean {
  const isFresh = resumedAt === lastSeq && !Array.from(request.modelCalls.values()).some(({ underWay }) => underWay);
  return spec !== null && status === 'running' && !isFresh;
}

const UNPIN_HINT = 'Try again: the run goes on without what you asked to be shown again.';
