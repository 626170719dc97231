/** The toolbar's messages to the worker, sent synchronously to carry the user gesture. */
const REPLY_TIMEOUT_MS = 10_000;

export interface ReplyError {
  readonly message: string;
  readonly hint: string;
}
export type ToolbarReply =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ReplyError };

/** False once the extension was updated, disabled or removed under this script. */
export function isExtensionAlive(): boolean {
  return (chrome as { readonly runtime?: { readonly id?: string } }).runtime?.id !== undefined;
}

/** `null`: no valid reply within ten seconds. */
export async function askWorker(message: object, signal: AbortSignal): Promise<ToolbarReply | null> {
  const stopSignal = AbortSignal.any([signal, AbortSignal.timeout(REPLY_TIMEOUT_MS)]);
  const stopped = new Promise<null>((resolve) =>
    stopSignal.addEventListener('abort', () => resolve(null), { once: true }),
  );
  try {
    return parseReply(await Promise.race([chrome.runtime.sendMessage<object, unknown>(message), stopped]));
  } catch {
    return null; // no worker, or it died while answering
  }
}

function parseReply(reply: unknown): ToolbarReply | null {
  if (!isRecord(reply)) return null;
  if (reply['ok'] === true) return { ok: true, value: reply['value'] };
  const error = reply['error'];
  if (!isRecord(error) || typeof error['message'] !== 'string' || typeof error['hint'] !== 'string') return null;
  return { ok: false, error: { message: error['message'], hint: error['hint'] } };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
