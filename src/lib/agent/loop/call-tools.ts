/** Runs calls in parallel; a waiting sub-agent does not block the others. */
import { sleep } from '../../base/clock.ts';
import { executeTool, type ExecuteScope } from '../tool-calls/execute.ts';
import type { Commits } from '../state/journal.ts';
import { LimitReached } from '../state/limits.ts';
import { RetryLater } from '../model-calls/model-call.ts';
import { findAddressee } from './select-next-action.ts';
import { isCallAsking, listOpenCalls, type CallRecord } from '../state/turns.ts';
import { findSubAgent } from '../state/sub-agents.ts';
import { mergeGenerators } from '../../base/async.ts';

export async function* callTools(
  calls: readonly CallRecord[],
  scope: ExecuteScope,
  isStopped: () => boolean,
): Commits<void> {
  const { journal } = scope;
  const execute = (call: CallRecord): Commits<void> => executeTool(call, scope);
  const waitingCalls = listOpenCalls(journal.state).filter(
    ({ key }) => !calls.some((call) => call.key === key) && !isCallAsking(journal.state, key),
  );
  const executeWhenAwake = (call: CallRecord): Promise<Commits<void>> =>
    waitUntilAwake(call, scope).then(() => execute(call));
  const all = [...calls, ...waitingCalls];
  const results = yield* mergeGenerators(
    [...calls.map(execute), ...waitingCalls.map(executeWhenAwake)],
    (index, reason) => {
      const call = all[index];
      const shouldWait =
        call !== undefined && reason instanceof RetryLater && !isStopped() && findWait(call, scope) !== null;
      return shouldWait ? executeWhenAwake(call) : null;
    },
  );
  const thrown = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (thrown.length === 0) return;
  if (isStopped()) throw new RetryLater(); // a limit reported after a stop is not a real limit
  throw (
    thrown.find((reason) => reason instanceof LimitReached) ??
    thrown.find((reason) => !(reason instanceof RetryLater)) ??
    thrown[0]
  );
}

const findWait = ({ key }: CallRecord, { journal }: ExecuteScope) =>
  findSubAgent(journal.state, key)?.request.wait ?? null;

/** Also resolves on a command to the sub-agent or one within it. */
async function waitUntilAwake(call: CallRecord, scope: ExecuteScope): Promise<void> {
  const { clock } = scope.ports;
  const wait = findWait(call, scope);
  const timers = wait && wait.reason !== 'user' ? [sleep(clock, Math.max(0, wait.until - clock.now()))] : [];
  await Promise.race([waitForCommand(call, scope), ...timers]);
}

async function waitForCommand({ key }: CallRecord, { journal, ports }: ExecuteScope): Promise<void> {
  for (;;) {
    const sub = findSubAgent(journal.state, key);
    if (sub && ports.listCommands().some((command) => findAddressee(command, sub) !== null)) return;
    await ports.waitForCommand();
  }
}
