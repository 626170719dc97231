/** The call of a model's test that is under way, for the worker after one that dies of it. */
import type { Tokens } from '../../lib/agent/budget/usage.ts';

/** A call of a model's test: its number in the test, and what it spends at least. */
export interface CallUnderWay {
  readonly seq: number;
  readonly spent: Tokens;
}

const getCallKey = (id: string): string => `call/${id}`;

/** Null removes it. */
export const saveCallUnderWay = (id: string, call: CallUnderWay | null): Promise<void> =>
  call === null
    ? chrome.storage.session.remove(getCallKey(id))
    : chrome.storage.session.set({ [getCallKey(id)]: call });

export const loadCallUnderWay = async (id: string): Promise<CallUnderWay | null> =>
  ((await chrome.storage.session.get(getCallKey(id)))[getCallKey(id)] as CallUnderWay | undefined) ?? null;
