/**
 * The tool calls of one streamed reply. The provider library puts the fragments together and leaves out, without a
 * word, those it cannot place; this file notices. The one rule: the same bytes give the same calls, whole or not at all.
 */
import { BadCallError } from './failures.ts';
import { parseJson } from '../base/loose.ts';
import type { FinishReason, ModelEvent, ModelMessage } from './model.ts';
import type { Fragment } from './protocol.ts';

export type CallEvent = Extract<ModelEvent, { type: 'tool-call' }>;

export interface Calls {
  /** Takes the fragments of an event of the wire, before the library's own reading of it. */
  hear(fragments: readonly Fragment[]): void;
  /** Takes a call as the library put it together. */
  add(call: { readonly toolCallId: string; readonly toolName: string; readonly input: string }): void;
  /** Whether the reply began a call. */
  readonly begun: boolean;
  /** Characters of arguments heard so far. */
  readonly length: number;
  /**
   * The calls of a reply that ended like this. When it was not the model that ended it, its last words may be missing:
   * then a call whose arguments are no object is left out. Throws a `BadCallError` when fragments were lost.
   */
  whole(finish: FinishReason): readonly CallEvent[];
}

export function collectCalls(messages: readonly ModelMessage[]): Calls {
  const calls: Omit<CallEvent, 'type'>[] = [];
  const given = new Set<string>();
  let begun = false;
  let heard = 0;
  /** Calls that the wire said begin, and whether it told how much it said of them. */
  let [began, counted, measured] = [0, false, false];

  return {
    hear(fragments) {
      for (const { id, begins, characters } of fragments) {
        begun = true;
        if (id !== null) given.add(id);
        if (characters !== null) [measured, heard] = [true, heard + characters];
        if (begins !== null) [counted, began] = [true, began + (begins ? 1 : 0)];
      }
    },
    add({ toolCallId, toolName, input }) {
      calls.push({ id: toolCallId, name: toolName, arguments: input });
    },
    get begun() {
      return begun;
    },
    get length() {
      return heard;
    },
    whole(finish) {
      const placed = calls.reduce((sum, call) => sum + call.arguments.length, 0);
      // more than was heard is the `{}` that a library says for a call without arguments
      const lost = (measured && placed < heard) || (counted && calls.length !== began);
      if (lost || (finish === 'tool-calls' && calls.length === 0)) throw new BadCallError();
      const ended = finish === 'stop' || finish === 'tool-calls';
      const idOf = idsFor(messages, given);
      return calls
        .filter((call) => ended || argumentsOf(call.arguments) !== null)
        .map((call) => ({ type: 'tool-call', ...call, id: idOf(call.id) }));
    },
  };
}

/** The arguments of a call as an object; null when its JSON text is none. */
export function argumentsOf(json: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Keeps the server's ids. Where it gave none, or one that the conversation has used, the next free `call00000`: by
 * chance the library would make up another each time, and Mistral takes nothing but nine letters and digits.
 */
function idsFor(messages: readonly ModelMessage[], given: ReadonlySet<string>): (id: string) => string {
  const used = new Set(
    messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))),
  );
  let next = 0;
  return (id) => {
    let own = id;
    if (!given.has(id) || used.has(id)) {
      do own = `call${String(next++).padStart(5, '0')}`;
      while (used.has(own) || given.has(own));
    }
    used.add(own);
    return own;
  };
}
