/** The call of a model's test that is under way, for the worker after one that dies of it. */
import type { Tokens } from '../../lib/agent/budget/usage.ts';
import type { Candidate } from '../../lib/protocol/requests/model.ts';

/** A call of a model's test: its number in the test, what is tested, and what it spends at least. */
export interface CallUnderWay {
  readonly seq: number;
  readonly candidate: Candidate;
  readonly spent: Tokens;
}

const CALL_PREFIX = 'call/';
const getCallKey = (id: string): string => `${CALL_PREFIX}${id}`;

/** Null removes it. */
export const saveCallUnderWay = (id: string, call: CallUnderWay | null): Promise<void> =>
  call === null
    ? chrome.storage.session.remove(getCallKey(id))
    : chrome.storage.session.set({ [getCallKey(id)]: call });

/** By the id of their test. */
export async function loadCallsUnderWay(): Promise<ReadonlyMap<string, CallUnderWay>> {
  const items = Object.entries(await chrome.storage.session.get(null));
  return new Map(
    items.flatMap(([key, call]) =>
      key.startsWith(CALL_PREFIX) ? [[key.slice(CALL_PREFIX.length), call as CallUnderWay]] : [],
    ),
  );
}
