/** What a page's script says was pressed is believed only where a user could have pressed it (SAFETY D6). */
import { UserFacingError } from '../../lib/base/errors.ts';
import { createRegistration, isRegisteredFor, toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { listGrantedOrigins } from '../permissions.ts';
import { loadHiddenToolbar } from '../storage/session-items.ts';
import { loadSettings } from '../storage/settings.ts';

/** Rejects unless a gesture brought the message, and the toolbar is on where it comes from; to undo hiding it: was on. */
export async function requirePress(
  { origin = '', url = '', tab }: chrome.runtime.MessageSender,
  gesture: Promise<boolean>,
  isUndo: boolean,
): Promise<void> {
  const [{ toolbar: current }, granted] = await Promise.all([loadSettings(), listGrantedOrigins()]);
  const toolbar = isUndo ? ((await loadHiddenToolbar(tab?.id ?? -1))?.before ?? current) : current;
  // a sandboxed frame has no origin of its own: it belongs to the page around it
  const site = [origin, url, tab?.url ?? ''].map(toWebOrigin).find((each) => each !== null) ?? '';
  if ((await gesture) && isRegisteredFor(createRegistration(toolbar, granted), site)) return;
  throw new UserFacingError({
    code: 'selection.not-pressed',
    message: 'The press didn’t reach KnowledgeLens.',
    hint: 'Select the text again and press the button.',
  });
}
