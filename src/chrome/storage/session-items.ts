/** What the user did last, kept for the session. */
import { createQueue } from '../../lib/base/async.ts';
import type { ToolbarSettings } from '../../lib/protocol/settings/settings.ts';
import { watchTabItems } from '../events.ts';

/** The selection that a tab's next question is about; its text is in the blob store. */
export interface About {
  readonly tabId: number;
  readonly hash: string;
  readonly preview: string;
  readonly url: string;
  readonly title: string;
  /** A page's toolbar asked to search the web for it: the user has not said yes in the panel. */
  readonly isSearch: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const ABOUT_PREFIX = 'about/';
const getAboutKey = (tabId: number): string => `${ABOUT_PREFIX}${String(tabId)}`;

/** In UTF-16 units. */
export const PREVIEW_LENGTH = 200;

export async function setAbout(about: About): Promise<void> {
  await chrome.storage.session.set({ [getAboutKey(about.tabId)]: about });
}

export async function loadAbout(tabId: number): Promise<About | null> {
  const key = getAboutKey(tabId);
  return ((await chrome.storage.session.get(key))[key] as About | undefined) ?? null;
}

export async function clearAbout(tabId: number): Promise<void> {
  await chrome.storage.session.remove(getAboutKey(tabId));
}

export function watchAbout(listener: (tabId: number, about: About | null) => void, signal: AbortSignal): void {
  watchTabItems(ABOUT_PREFIX, (tabId, value) => listener(tabId, (value as About | undefined) ?? null), signal);
}

/** The user's corrections of text read from a picture, kept for the session; the original is unchanged. */
export interface Correction {
  readonly base: string;
  /** Null if the user reverted the changes. */
  readonly text: string | null;
}

const CORRECTION_PREFIX = 'correction/';

const getCorrectionKey = (picture: string): string => `${CORRECTION_PREFIX}${picture}`;

export const isCorrectionKey = (key: string): boolean => key.startsWith(CORRECTION_PREFIX);

export async function setCorrection(picture: string, correction: Correction): Promise<void> {
  await chrome.storage.session.set({ [getCorrectionKey(picture)]: correction });
}

export async function loadCorrection(picture: string): Promise<Correction | null> {
  const key = getCorrectionKey(picture);
  return ((await chrome.storage.session.get(key))[key] as Correction | undefined) ?? null;
}

export async function removeCorrections(isGone: (picture: string) => Promise<boolean>): Promise<void> {
  for (const key of Object.keys(await chrome.storage.session.get(null)))
    if (isCorrectionKey(key) && (await isGone(key.slice(CORRECTION_PREFIX.length))))
      await chrome.storage.session.remove(key);
}

/** The tab has another id now. */
export async function moveAbout(from: number, to: number): Promise<void> {
  const about = await loadAbout(from);
  if (about === null) return;
  await setAbout({ ...about, tabId: to });
  await clearAbout(from);
}

/** One item holds all, so that reading one reads no run. */
const TYPED_KEY = 'typed';
const MAX_TYPED = 30;
type TypedTexts = Readonly<Record<string, string>>;

async function loadTypedTexts(): Promise<TypedTexts> {
  return ((await chrome.storage.session.get(TYPED_KEY))[TYPED_KEY] as TypedTexts | undefined) ?? {};
}

/** What was typed into that field and not sent; '' for nothing. */
export const loadTyped = async (field: string): Promise<string> => (await loadTypedTexts())[field] ?? '';

const enqueueTyped = createQueue();

/** By field; '' removes a text. Beyond 30 fields the oldest go. */
export const saveTyped = (texts: TypedTexts): Promise<void> =>
  enqueueTyped(async () => {
    const others = Object.entries(await loadTypedTexts()).filter(([field]) => !(field in texts));
    const typed = Object.entries(texts).filter(([, text]) => text !== '');
    await chrome.storage.session.set({ [TYPED_KEY]: Object.fromEntries([...others, ...typed].slice(-MAX_TYPED)) });
  });

/** Removes all abouts, corrections and typed texts. */
export async function clearSessionItems(): Promise<void> {
  const keys = Object.keys(await chrome.storage.session.get(null));
  const isItem = (key: string): boolean => key === TYPED_KEY || key.startsWith(ABOUT_PREFIX) || isCorrectionKey(key);
  await chrome.storage.session.remove(keys.filter(isItem));
}

/** What a page's toolbar was last hidden from, so that it can be undone there. */
interface HiddenToolbar {
  readonly tabId: number;
  readonly before: ToolbarSettings;
  readonly after: ToolbarSettings;
}

const HIDDEN_KEY = 'toolbar.hidden';

export async function saveHiddenToolbar(hidden: HiddenToolbar): Promise<void> {
  await chrome.storage.session.set({ [HIDDEN_KEY]: hidden });
}

/** Null if it was not hidden in that tab, or later in another. */
export async function loadHiddenToolbar(tabId: number): Promise<HiddenToolbar | null> {
  const hidden = (await chrome.storage.session.get(HIDDEN_KEY))[HIDDEN_KEY] as HiddenToolbar | undefined;
  return hidden?.tabId === tabId ? hidden : null;
}

const CALLS_KEY = 'calls';
const MAX_CALLS = 20;

const enqueueClaim = createQueue();

/** Resolves with false if it is among the last 20 that were begun: what a request paid for is not paid again for its repetition. */
export const claimCall = (id: string): Promise<boolean> =>
  enqueueClaim(async () => {
    const known = ((await chrome.storage.session.get(CALLS_KEY))[CALLS_KEY] as readonly string[] | undefined) ?? [];
    if (known.includes(id)) return false;
    await chrome.storage.session.set({ [CALLS_KEY]: [...known, id].slice(-MAX_CALLS) });
    return true;
  });
