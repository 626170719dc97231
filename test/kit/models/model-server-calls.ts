/**
 * Tool calls as servers stream them, for `model-server-replies.ts`: the deltas of one reply. The one rule: whatever the
 * style, the same calls are said, so that a test can ask for the same result.
 */

/** A call the server makes. Arguments that are a text are sent as they are, so they may be broken. */
export interface ServedCall {
  readonly name: string;
  readonly arguments: string | object;
  /** By default made from the request and the call's place. */
  readonly id?: string;
}

export interface CallStyle {
  /**
   * - `fragments` (OpenAI): id and name first, then the arguments piece by piece, one call after the other.
   * - `interleaved`: the same, but the calls in turn.
   * - `each`: every call whole, in an event of its own.
   * - `together` (Ollama, Mistral): all calls whole, in one event.
   */
  readonly how?: 'fragments' | 'interleaved' | 'each' | 'together';
  /** `first`: in a call's first fragment (OpenAI); `findDuplicate`: in all; `then-empty`: later fragments say ''; `empty`: all do; `absent`. */
  readonly ids?: 'first' | 'repeated' | 'then-empty' | 'empty' | 'absent';
  /** `absent`: as Google's gateway; `same`: 0 for every call; a number: the first call's, the others following. */
  readonly index?: 'absent' | 'same' | number;
}

/** What stands under `tool_calls` in each event's delta, in order. */
export function callDeltas(
  calls: readonly Required<ServedCall>[],
  size: number,
  style: CallStyle = {},
): readonly (readonly object[])[] {
  const { how = 'fragments' } = style;
  const whole = how === 'each' || how === 'together';
  const perCall = calls.map((call, at) => fragmentsOf(call, at, whole ? Infinity : size, style));
  if (how === 'together') return [perCall.flat()];
  if (how === 'interleaved') {
    const longest = Math.max(0, ...perCall.map((fragments) => fragments.length));
    return Array.from({ length: longest }, (_, at) =>
      perCall.flatMap((fragments) => fragments.slice(at, at + 1)),
    ).flatMap((round) => round.map((fragment) => [fragment]));
  }
  return perCall.flat().map((fragment) => [fragment]);
}

/** The arguments' JSON text. */
export function argumentsText({ arguments: given }: ServedCall): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}

function fragmentsOf(
  call: Required<ServedCall>,
  at: number,
  size: number,
  { ids = 'first', index = 0 }: CallStyle,
): readonly object[] {
  const place = index === 'absent' ? {} : { index: index === 'same' ? 0 : index + at };
  const json = argumentsText(call);
  const pieces = size === Infinity ? [json] : ['', ...cut(json, size)];
  return pieces.map((piece, nth) => ({
    ...place,
    ...idOf(call.id, ids, nth === 0),
    ...(nth === 0
      ? { type: 'function', function: { name: call.name, arguments: piece } }
      : { function: { arguments: piece } }),
  }));
}

function idOf(id: string, ids: NonNullable<CallStyle['ids']>, first: boolean): { id?: string } {
  if (ids === 'absent') return {};
  if (ids === 'empty') return { id: '' };
  if (first || ids === 'repeated') return { id };
  return ids === 'then-empty' ? { id: '' } : {};
}

/** The text in pieces of so many characters. */
export function cut(text: string, size: number): readonly string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
    characters.slice(at * size, (at + 1) * size).join(''),
  );
}
