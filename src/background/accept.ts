/**
 * Which messages are taken at all. The one rule: known name, permitted sender, fitting shape, in this order and synchronously,
 * so that a gesture that comes with a message outlives the check (SAFETY D6).
 */
import { isOwnPage, isOwnScript } from '../chrome/own-pages.ts';
import type { Trouble } from '../lib/base/errors.ts';
import { check } from '../lib/protocol/check.ts';
import { SENDERS, TOOLBAR, type Request, type RequestName } from '../lib/protocol/messages.ts';

export function accept(
  message: unknown,
  sender: chrome.runtime.MessageSender,
): Request | { readonly trouble: Trouble } {
  const refuse = (what: string): { trouble: Trouble } => ({
    trouble: { code: 'request.refused', message: what, cure: 'Reload the extension’s page and try again.' },
  });
  const name = typeOf(message);
  if (typeof name !== 'string' || !Object.hasOwn(SENDERS, name)) return refuse('This request is not known.');
  const known = name as RequestName;
  if (!mayRequest(known, sender)) return refuse(`This page may not send ${known}.`);
  const checked = check(known, message);
  return checked.ok ? checked.value : refuse(checked.message);
}

const typeOf = (message: unknown): unknown => (message as { type?: unknown } | null | undefined)?.type;

function mayRequest(name: RequestName, sender: chrome.runtime.MessageSender): boolean {
  return SENDERS[name].some((who) => (who === TOOLBAR ? isOwnScript(sender) : isOwnPage(sender, who)));
}

export interface ToolbarPress {
  /** The tab over which the panel is to open at once; null where there is none. */
  readonly panel: number | null;
}

/** A press of the toolbar that may pass; null for every other message. */
export function toolbarPress(message: unknown, sender: chrome.runtime.MessageSender): ToolbarPress | null {
  if (typeOf(message) !== 'selection.act') return null; // what is no press is checked once, where it is answered
  const request = accept(message, sender);
  if ('trouble' in request || request.type !== 'selection.act') return null;
  return { panel: sender.tab?.id ?? null };
}
