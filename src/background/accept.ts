/** Validates messages: name, sender, shape. Synchronous, or the message's user gesture is lost (SAFETY D6). */
import { isOwnPage, isOwnScript } from '../chrome/senders.ts';
import type { UserError } from '../lib/base/errors.ts';
import { check } from '../lib/protocol/check.ts';
import { TOOLBAR_SENDER } from '../lib/protocol/requests/request.ts';
import { REQUESTS, type Request, type RequestName } from '../lib/protocol/requests/requests.ts';

type Acceptance =
  /** `panel`: the tab to open the panel for at once; null for none. `isPress`: it must come from a user's gesture. */
  | { readonly ok: true; readonly request: Request; readonly panel: number | null; readonly isPress: boolean }
  | { readonly ok: false; readonly error: UserError };

export function acceptRequest(message: unknown, sender: chrome.runtime.MessageSender): Acceptance {
  const name = (message as { type?: unknown } | null | undefined)?.type;
  if (typeof name !== 'string' || !Object.hasOwn(REQUESTS, name)) return refuse('This request isn’t known.');
  const requestName = name as RequestName;
  if (!isSenderAllowed(requestName, sender)) return refuse(`This page may not send ${requestName}.`);
  const checked = check(requestName, message);
  if (!checked.ok) return refuse(checked.message);
  const panel = name === 'selection.act' ? (sender.tab?.id ?? null) : null;
  return { ok: true, request: checked.value, panel, isPress: PRESSES.has(requestName) };
}

const PRESSES: ReadonlySet<RequestName> = new Set<RequestName>(['selection.act', 'selection.hide', 'selection.show']);

const refuse = (message: string): Acceptance => ({
  ok: false,
  error: { code: 'request.refused', message, hint: 'Reload the extension’s page and try again.' },
});

function isSenderAllowed(name: RequestName, sender: chrome.runtime.MessageSender): boolean {
  const { from } = REQUESTS[name];
  return from === TOOLBAR_SENDER ? isOwnScript(sender) : [from].flat().some((page) => isOwnPage(sender, page));
}
