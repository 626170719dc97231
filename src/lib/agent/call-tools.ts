/**
 * The calls of a decision, side by side. The one rule: an agent that waits, for a moment or for a person, holds up no other and is
 * held up by none; where nothing is left but waiting, the run waits.
 */
import { elapsed } from '../base/clock.ts';
import { executeTool, type ExecuteScope } from './execute.ts';
import type { Effects } from './journal.ts';
import { LimitReached } from './limits.ts';
import { Unsettled } from './model-effect.ts';
import { addressee } from './next.ts';
import { openCalls, type CallRecord } from './session.ts';
import { subOf } from './subs.ts';
import { together } from './together.ts';

/** `stopped`: whether whoever makes the calls was told to stop. */
export async function* callTools(
  calls: readonly CallRecord[],
  scope: ExecuteScope,
  stopped: () => boolean,
): Effects<void> {
  const { journal } = scope;
  const execute = (call: CallRecord): Effects<void> => executeTool(call, scope);
  const resting = openCalls(journal.state).filter(({ key }) => !calls.some((call) => call.key === key));
  const onceRoused = (call: CallRecord): Promise<Effects<void>> => roused(call, scope).then(() => execute(call));
  const all = [...calls, ...resting];
  const ended = yield* together([...calls.map(execute), ...resting.map(onceRoused)], (index, reason) => {
    const call = all[index];
    const waits = call !== undefined && reason instanceof Unsettled && !stopped() && waitOf(call, scope) !== null;
    return waits ? onceRoused(call) : null;
  });
  const thrown = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (thrown.length === 0) return;
  if (stopped()) throw new Unsettled(); // what a stop has cut reached no limit
  throw (
    thrown.find((reason) => reason instanceof LimitReached) ??
    thrown.find((reason) => !(reason instanceof Unsettled)) ??
    thrown[0]
  );
}

/** What the agent that was called waits for; null where it does not. */
const waitOf = ({ key }: CallRecord, { journal }: ExecuteScope) => subOf(journal.state, key)?.wait ?? null;

/** Resolves once its moment has come, or the person has said something to it or to an agent within it. */
async function roused(call: CallRecord, scope: ExecuteScope): Promise<void> {
  const { clock } = scope.ports;
  const wait = waitOf(call, scope);
  const moment = wait && wait.reason !== 'person' ? [elapsed(clock, Math.max(0, wait.until - clock.now()))] : [];
  await Promise.race([told(call, scope), ...moment]);
}

async function told({ key }: CallRecord, { journal, ports }: ExecuteScope): Promise<void> {
  for (;;) {
    const sub = subOf(journal.state, key);
    if (sub && ports.commands().some((command) => addressee(command, sub) !== null)) return;
    await ports.heard();
  }
}
