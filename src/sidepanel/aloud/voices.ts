/** Voices of this computer. Others send the text to a server, so none of them is ever used. */

/** Whether the browser has one, and calls `changed` when it may have another. */
export function watchVoices(changed: () => void): () => void {
  const stop = new AbortController();
  getSynthesis()?.addEventListener('voiceschanged', changed, { signal: stop.signal });
  return () => stop.abort();
}

export const hasLocalVoice = (): boolean => listLocalVoices().length > 0;

export const listLocalVoices = (): readonly SpeechSynthesisVoice[] => getSynthesis()?.getVoices().filter(isLocal) ?? [];

export const isLocal = ({ localService }: SpeechSynthesisVoice): boolean => localService;

/** Undefined where the browser was built without speech. */
const getSynthesis = (): SpeechSynthesis | undefined => ('speechSynthesis' in globalThis ? speechSynthesis : undefined);

/** Those that speak `language` (BCP 47), of its region first, then the computer's own choice. */
export function findVoices(voices: readonly SpeechSynthesisVoice[], language: string): readonly SpeechSynthesisVoice[] {
  const wanted = normaliseTag(language);
  const base = getLanguage(wanted);
  const rank = (voice: SpeechSynthesisVoice): number =>
    (normaliseTag(voice.lang) === wanted ? 0 : 2) + (voice.default ? 0 : 1);
  return voices
    .filter((voice) => getLanguage(normaliseTag(voice.lang)) === base)
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Norwegian has three tags, of which voices have one. */
function getLanguage(tag: string): string {
  const [base = ''] = tag.split('-', 1);
  return base === 'no' || base === 'nn' ? 'nb' : base;
}

/** Some engines write `en_GB`, or tags that others have replaced, as `iw`. */
function normaliseTag(tag: string): string {
  const written = tag.replaceAll('_', '-').toLowerCase();
  try {
    return Intl.getCanonicalLocales(written)[0]?.toLowerCase() ?? written;
  } catch {
    return written;
  }
}
