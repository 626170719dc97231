/** What a server last said of signing in when it refused, until the browser ends. */
import { parseUrl } from '../../lib/base/urls.ts';
import type { Challenge } from '../../lib/protocol/offscreen/sign-in.ts';

const NO_CHALLENGE: Challenge = { metadata: '', scope: '', isScopeShort: false };
const getSlot = (address: string): string => `challenge/${parseUrl(address)?.origin ?? ''}`;

export async function saveChallenge(address: string, challenge: Challenge): Promise<void> {
  await chrome.storage.session.set({ [getSlot(address)]: challenge });
}

export async function loadChallenge(address: string): Promise<Challenge> {
  const slot = getSlot(address);
  return ((await chrome.storage.session.get(slot))[slot] as Challenge | undefined) ?? NO_CHALLENGE;
}
