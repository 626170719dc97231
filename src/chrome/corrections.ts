/**
 * What a person made of the text of a picture, in the session area until the session is cleared. The one rule: it is theirs
 * alone; the text as it was read stays where it is.
 */
export interface Correction {
  /** Hash of the text as it was read. */
  readonly base: string;
  /** Null where the person took their changes back. */
  readonly text: string | null;
}

const PREFIX = 'correction/';
const keyOf = (picture: string): string => `${PREFIX}${picture}`;

/** Whether a key of the session area is of a correction. */
export const isCorrection = (key: string): boolean => key.startsWith(PREFIX);

export async function setCorrection(picture: string, correction: Correction): Promise<void> {
  await chrome.storage.session.set({ [keyOf(picture)]: correction });
}

export async function correctionOf(picture: string): Promise<Correction | null> {
  const key = keyOf(picture);
  return ((await chrome.storage.session.get(key))[key] as Correction | undefined) ?? null;
}

/** The session is over. */
export async function clearCorrections(): Promise<void> {
  const keys = Object.keys(await chrome.storage.session.get(null)).filter(isCorrection);
  await chrome.storage.session.remove(keys);
}
