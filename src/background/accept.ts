/** Validates messages: name, sender, shape. Synchronous, or the message's user gesture is lost (SAFETY D6). */
import { isOwnPage, isOwnScript } from '../chrome/own-pages.ts';
import type { UserError } from '../lib/base/errors.ts';
import { check } from '../lib/protocol/check.ts';
import { ALLOWED_SENDERS, TOOLBAR_SENDER, type Request, type RequestName } from '../lib/protocol/messages.ts';

export function acceptRequest(
  message: unknown,
  sender: chrome.runtime.MessageSender,
): Request | { readonly error: UserError } {
  const createRefusal = (reason: string): { error: UserError } => ({
    error: { code: 'request.refused', message: reason, hint: 'Reload the extension’s page and try again.' },
  });
  const name = readMessageType(message);
  if (typeof name !== 'string' || !Object.hasOwn(ALLOWED_SENDERS, name))
    return createRefusal('This request is not known.');
  const requestName = name as RequestName;
  if (!isSenderAllowed(requestName, sender)) return createRefusal(`This page may not send ${requestName}.`);
  const checked = check(requestName, message);
  return checked.ok ? checked.value : createRefusal(checked.message);
}

const readMessageType = (message: unknown): unknown => (message as { type?: unknown } | null | undefined)?.type;

function isSenderAllowed(name: RequestName, sender: chrome.runtime.MessageSender): boolean {
  return ALLOWED_SENDERS[name].some((page) =>
    page === TOOLBAR_SENDER ? isOwnScript(sender) : isOwnPage(sender, page),
  );
}

export interface ToolbarPress {
  /** The tab to open the panel for at once; null for none. */
  readonly panel: number | null;
}

export function parseToolbarPress(message: unknown, sender: chrome.runtime.MessageSender): ToolbarPress | null {
  if (readMessageType(message) !== 'selection.act') return null; // other messages are validated once, by their handler
  const request = acceptRequest(message, sender);
  if ('error' in request || request.type !== 'selection.act') return null;
  return { panel: sender.tab?.id ?? null };
}
