/** The toolbar's messages to the worker, sent synchronously to carry the user gesture. */
import { raceWithAbort } from '../../lib/base/async.ts';
import { isRecord } from '../../lib/base/loose.ts';

const REPLY_TIMEOUT_MS = 10_000;

export interface ReplyError {
  readonly message: string;
  readonly hint: string;
}
export type ToolbarReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ReplyError };

/** False once the extension was updated, disabled or removed under this script. */
export function isExtensionAlive(): boolean {
  return (chrome as { readonly runtime?: { readonly id?: string } }).runtime?.id !== undefined;
}

/** `null`: no valid reply within ten seconds. */
export async function askWorker(message: object, signal: AbortSignal): Promise<ToolbarReply | null> {
  const stopSignal = AbortSignal.any([signal, AbortSignal.timeout(REPLY_TIMEOUT_MS)]);
  try {
    return parseReply(await raceWithAbort(chrome.runtime.sendMessage<object, unknown>(message), stopSignal));
  } catch {
    return null; // too late, no worker, or it died while answering
  }
}

function parseReply(reply: unknown): ToolbarReply | null {
  if (!isRecord(reply)) return null;
  if (reply['ok'] === true) return { ok: true, value: reply['value'] };
  const error = reply['error'];
  if (!isRecord(error) || typeof error['message'] !== 'string' || typeof error['hint'] !== 'string') return null;
  return { ok: false, error: { message: error['message'], hint: error['hint'] } };
}

/** `crypto.randomUUID` exists only in secure contexts. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, i) => {
    if (i === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0'); // version 4
    if (i === 8) return ((byte & 0x3f) | 0x80).toString(16).padStart(2, '0'); // its variant
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
