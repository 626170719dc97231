/**
 * The user's corrections of the text read from a picture, in the session area until the session is cleared. The
 * original text is not changed.
 */
export interface Correction {
  /** Hash of the original text. */
  readonly base: string;
  /** Null if the user reverted the changes. */
  readonly text: string | null;
}

const CORRECTION_PREFIX = 'correction/';
const getCorrectionKey = (picture: string): string => `${CORRECTION_PREFIX}${picture}`;

/** Whether a session key belongs to a correction. */
export const isCorrectionKey = (key: string): boolean => key.startsWith(CORRECTION_PREFIX);

export async function setCorrection(picture: string, correction: Correction): Promise<void> {
  await chrome.storage.session.set({ [getCorrectionKey(picture)]: correction });
}

export async function loadCorrection(picture: string): Promise<Correction | null> {
  const key = getCorrectionKey(picture);
  return ((await chrome.storage.session.get(key))[key] as Correction | undefined) ?? null;
}

/** Clears all corrections at the end of the session. */
export async function clearCorrections(): Promise<void> {
  const keys = Object.keys(await chrome.storage.session.get(null)).filter(isCorrectionKey);
  await chrome.storage.session.remove(keys);
}
