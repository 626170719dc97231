/**
 * Agents that are called within a run (R7.2). The one rule: an agent's work is a part of its caller's stream, marked as its
 * own: it is told a task and its context, has no more than its caller has, and what it says is worth no more than what led
 * to it (SAFETY D11).
 */
import { worst, type Drafts, type Labels, type RunSpec } from './frames.ts';
import { SubPen, type Effects, type Pen } from './journal.ts';
import { addressesNamed } from './named.ts';
import { wantsWeb } from './gate.ts';
import { specOf, type AgentState } from './session.ts';
import { correlated, nameOf, subOf } from './subs.ts';
import { MOST_CALLED, MOST_DEPTH, termsFor } from './terms.ts';
import { ToolError, type Asked } from './tool.ts';

/** Has the agent of a pen do its work until it is over. `signal`: aborts when whoever called it stops. */
export type Conduct = (pen: Pen, signal: AbortSignal) => Effects<AgentState>;

/** The call that an agent was called with. */
interface Cause {
  readonly key: string;
  readonly id: string;
  /** Of what led to it, and of what its tool has read so far. */
  readonly led: Labels;
  readonly used: Labels[];
}

export async function* invoked(
  asked: Asked,
  cause: Cause,
  { journal, conduct, signal }: { readonly journal: Pen; readonly conduct: Conduct; readonly signal: AbortSignal },
): Effects<AgentState> {
  const pen = new SubPen(journal, cause.key);
  if (subOf(journal.state, cause.key) === undefined) {
    const spec = subSpec(asked, cause.key, journal);
    const { agent, correlationId } = spec.sub;
    const labels = worst(cause.led, journal.state.base, ...cause.used);
    const by = nameOf(journal.state);
    journal.invoking.push(by);
    yield [{ kind: 'agent.invoked', parentId: cause.id, agentId: agent.id, correlationId, labels, spec }];
    journal.invoking.splice(journal.invoking.indexOf(by), 1); // the state knows of it now
  }
  const sub = yield* tagged(conduct(pen, signal), pen);
  cause.used.push(sub.seen); // whatever is made of it
  return sub;
}

/** What an agent is asked, and on which terms. Throws where no further agent may be called. */
function subSpec(
  { agent, task, context, agents }: Asked,
  key: string,
  { state, invoking }: Pen,
): RunSpec & { readonly sub: NonNullable<RunSpec['sub']> } {
  const caller = specOf(state);
  const path = [...(caller.sub?.path ?? []), agent.id];
  if (path.length > MOST_DEPTH)
    throw barred('agent.too-deep', `Agents call one another at most ${String(MOST_DEPTH)} deep.`);
  if (new Set(path).size < path.length)
    throw barred('agent.cycle', `${agent.name} is at work already, and cannot be called by itself.`);
  const beside = invoking.filter((by) => by === nameOf(state)).length;
  const most = MOST_CALLED[path.length - 1] ?? 0;
  if (state.invoked + beside >= most)
    throw barred('agent.too-many', `${String(most)} agents were called here, which is the most.`);
  return {
    ...caller,
    ...termsFor(agent, caller),
    agents,
    job: 'agent',
    goal: task,
    sub: {
      correlationId: correlated(caller.sub, key),
      agent,
      context,
      path,
      named: addressesNamed(state),
      engines: wantsWeb(state),
    },
  };
}

function barred(code: string, message: string): ToolError {
  return new ToolError({ code, message, cure: 'Do it without an agent, or answer with what there is.' }, false);
}

/** What an agent has to say, under its name; what one that it called has to say bears that one's already. */
async function* tagged<T>(effects: Effects<T>, pen: Pen): Effects<T> {
  let step = await effects.next();
  while (step.done !== true) {
    const { spec, lastId } = pen.state;
    const own = { agentId: spec?.sub?.agent.id ?? '', correlationId: spec?.sub?.correlationId ?? '' };
    const [first, ...rest] = step.value.map((draft) =>
      draft.correlationId === undefined ? { parentId: lastId, ...draft, ...own } : draft,
    );
    if (!first) throw new Error('A commit without a frame.');
    const said: Drafts = [first, ...rest];
    step = await effects.next(yield said);
  }
  return step.value;
}
