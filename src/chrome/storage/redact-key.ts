/** Removes a key from what a server sends: some repeat it. */

/** Dummy keys of local servers, such as `x`: replacing them would corrupt answers. */
export function isSecret(key: string): boolean {
  return key.length >= 8;
}

/** Shorter keys are not replaced in answers; real providers' keys are longer. */
export const MIN_REDACTED_LENGTH = 16;

export function createTextRedactor(key: string) {
  let heldBack = '';
  return {
    /** Returns the text that certainly ends before any key: at most a beginning of it is held back. */
    push(text: string): string {
      const redacted = (heldBack + text).replaceAll(key, '[key]');
      heldBack = findPartialKey(key, redacted);
      return redacted.slice(0, redacted.length - heldBack.length);
    },
    flush: (): string => heldBack,
  };
}

/** Also of a key that is cut off after its first characters; another one that begins alike stays. */
export function redactText(text: string, key: string): string {
  const rest = text.replaceAll(key, '[key]');
  const start = key.slice(0, MIN_CUT_LENGTH);
  let redacted = '';
  let from = 0;
  for (let at = rest.indexOf(start); at !== -1; at = rest.indexOf(start, at)) {
    let end = at + start.length;
    while (end < rest.length && rest[end] === key[end - at]) end += 1;
    if ((end - at) * 2 < key.length && CONTINUED.test(rest.slice(end, end + 2))) {
      at += 1;
      continue;
    }
    redacted += `${rest.slice(from, at)}[key]`;
    from = at = end;
  }
  return redacted + rest.slice(from);
}

const MIN_CUT_LENGTH = 12;
/** A token that goes on; dots after a beginning say that it was cut. */
const CONTINUED = /^(?:[\w~+/=-]|\.\w)/;

/** Some servers refuse with 200 and repeat the key. */
export function redactResponse(response: Response, key: string): Response {
  const minLength = response.ok ? MIN_REDACTED_LENGTH : 0;
  if (response.body === null || !isSecret(key) || key.length < minLength) return response;
  const [decoder, encoder] = [new TextDecoder('utf-8', { ignoreBOM: true }), new TextEncoder()];
  const redactor = createTextRedactor(key);
  const redacted = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, reply) {
      const text = redactor.push(decoder.decode(bytes, { stream: true }));
      if (text !== '') reply.enqueue(encoder.encode(text));
    },
    flush: (reply) => reply.enqueue(encoder.encode(redactor.push(decoder.decode()) + redactor.flush())),
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(redacted), { status, statusText, headers });
}

function findPartialKey(key: string, text: string): string {
  for (let at = Math.max(0, text.length - key.length + 1); at < text.length; at += 1)
    if (text[at] === key[0] && key.startsWith(text.slice(at))) return text.slice(at);
  return '';
}

/** {@link redactText} for every text in a value: some servers repeat the key. */
export function redactValue(value: unknown, key: string): unknown {
  if (typeof value === 'string') return redactText(value, key);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactValue(each, key)]));
}
