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

export async function clearCorrections(): Promise<void> {
  const keys = Object.keys(await chrome.storage.session.get(null)).filter(isCorrectionKey);
  await chrome.storage.session.remove(keys);
}
