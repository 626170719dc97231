/** What a page's script says was pressed is believed only where a person could have pressed it (SAFETY D6). */
import { createRegistration, isRegisteredFor, toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { hasGesture, listGrantedOrigins } from '../permissions.ts';
import { loadSettings } from '../storage/settings.ts';

export const NOT_PRESSED = {
  ok: false,
  error: {
    code: 'selection.not-pressed',
    message: 'Nothing was pressed on this page.',
    hint: 'Select the text again and press the button.',
  },
} as const;

/** A gesture brought the message, and the toolbar is on where it comes from. Call it before any await. */
export async function isToolbarPress({ origin = '', url = '', tab }: chrome.runtime.MessageSender): Promise<boolean> {
  const gesture = hasGesture();
  const [{ toolbar }, granted] = await Promise.all([loadSettings(), listGrantedOrigins()]);
  // a sandboxed frame has no origin of its own: it belongs to the page around it
  const site = [origin, url, tab?.url ?? ''].map(toWebOrigin).find((each) => each !== null) ?? '';
  return (await gesture) && isRegisteredFor(createRegistration(toolbar, granted), site);
}
