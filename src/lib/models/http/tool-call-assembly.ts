/** Collects a reply's tool calls and detects lost fragments, which the provider library drops silently. */
import { BadCallError } from './call-errors.ts';
import { isRecord, parseJson, type UnknownRecord } from '../../base/loose.ts';
import type { FinishReason, ModelEvent, ModelMessage } from '../model.ts';
import type { CallFragment } from './wire-format.ts';

type CallEvent = Extract<ModelEvent, { type: 'tool-call' }>;

export interface CallCollector {
  /** Must be called before the library's own part for the event. */
  addFragments(fragments: readonly CallFragment[]): void;
  addCall(call: { readonly toolCallId: string; readonly toolName: string; readonly input: string }): void;
  readonly hasStarted: boolean;
  readonly argumentLength: number;
  /** Leaves out broken calls of a reply cut short. Throws a `BadCallError` when fragments were lost. */
  resolveCalls(finish: FinishReason): readonly CallEvent[];
}

export function createCallCollector(messages: readonly ModelMessage[]): CallCollector {
  const calls: Omit<CallEvent, 'type'>[] = [];
  const serverIds = new Set<string>();
  let started = false;
  let received = 0;
  let [startedCount, marksStarts, countsCharacters] = [0, false, false];

  return {
    addFragments(fragments) {
      for (const { id, begins, characters } of fragments) {
        started = true;
        if (id !== '') serverIds.add(id);
        if (characters !== null) [countsCharacters, received] = [true, received + characters];
        if (begins !== null) [marksStarts, startedCount] = [true, startedCount + (begins ? 1 : 0)];
      }
    },
    addCall({ toolCallId, toolName, input }) {
      calls.push({ id: toolCallId, name: toolName, arguments: input });
    },
    get hasStarted() {
      return started;
    },
    get argumentLength() {
      return received;
    },
    resolveCalls(finish) {
      const assembled = calls.reduce((sum, call) => sum + call.arguments.length, 0);
      // May be longer than received: the library writes `{}` for a call without arguments.
      const lost = (countsCharacters && assembled < received) || (marksStarts && calls.length !== startedCount);
      if (lost || (finish === 'tool-calls' && calls.length === 0)) throw new BadCallError();
      const ended = finish === 'stop' || finish === 'tool-calls';
      const assignId = createIdAssigner(messages, serverIds);
      return calls
        .filter((call) => ended || parseCallArguments(call.arguments) !== null)
        .map((call) => ({ type: 'tool-call', ...call, id: assignId(call.id) }));
    },
  };
}

/** Null when the JSON text is not an object. */
export function parseCallArguments(json: string): UnknownRecord | null {
  const value = parseJson(json);
  return isRecord(value) ? value : null;
}

/** Missing or reused ids become `call00000` …: Mistral accepts only nine letters and digits. */
function createIdAssigner(messages: readonly ModelMessage[], serverIds: ReadonlySet<string>): (id: string) => string {
  const used = new Set(
    messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))),
  );
  let next = 0;
  return (id) => {
    let result = id;
    if (!serverIds.has(id) || used.has(id)) {
      do result = `call${String(next++).padStart(5, '0')}`;
      while (used.has(result) || serverIds.has(result));
    }
    used.add(result);
    return result;
  };
}
