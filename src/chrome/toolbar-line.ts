/**
 * The selection toolbar's line to the worker. The one rule: every question ends, in an answer or in `null`, and the message
 * leaves before the call returns, so that the person's gesture goes with it.
 */
const REPLY_MS = 10_000;

/** What went wrong, and what to do next. */
export interface Remedy {
  readonly message: string;
  readonly cure: string;
}
export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly trouble: Remedy };

/** False once the extension has been updated, switched off or removed beneath this script. */
export function isAlive(): boolean {
  return (chrome as { readonly runtime?: { readonly id?: string } }).runtime?.id !== undefined;
}

/** `null`: nobody answered within ten seconds, or not in the agreed words. */
export async function ask(message: object, signal: AbortSignal): Promise<Reply | null> {
  const bound = AbortSignal.any([signal, AbortSignal.timeout(REPLY_MS)]);
  const over = new Promise<null>((resolve) => bound.addEventListener('abort', () => resolve(null), { once: true }));
  try {
    return checked(await Promise.race([chrome.runtime.sendMessage<object, unknown>(message), over]));
  } catch {
    return null; // no worker, or one that went while it was answering
  }
}

function checked(reply: unknown): Reply | null {
  if (!isRecord(reply)) return null;
  if (reply['ok'] === true) return { ok: true, value: reply['value'] };
  const trouble = reply['trouble'];
  if (!isRecord(trouble) || typeof trouble['message'] !== 'string' || typeof trouble['cure'] !== 'string') return null;
  return { ok: false, trouble: { message: trouble['message'], cure: trouble['cure'] } };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
