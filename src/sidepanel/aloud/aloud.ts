/** Reading an answer aloud. Loaded with the first press. */
import { createStore } from 'zustand/vanilla';
import { detectLanguageByScript } from '../../lib/pipeline/text/script.ts';
import { createFollower } from './follow.ts';
import { collectPassages } from './passages.ts';
import { createReader, type Reader } from './reader.ts';
import { findVoices, listLocalVoices } from './voices.ts';
import { createWebSpeech } from './web-speech.ts';

export { ReadingBand, ReadingControls } from './reading-controls.tsx';

export interface Reading extends Reader<SpeechSynthesisVoice> {
  /** Voices of this computer that speak the answer's language. */
  readonly voices: readonly SpeechSynthesisVoice[];
  /** Which answer is read. */
  readonly of: string;
  /** Marks what is read in that element from now on, which shows the same answer. */
  readonly show: (answer: HTMLElement) => void;
}

interface AloudState {
  /** The last one; it may have ended. */
  readonly reading: Reading | null;
  /** Its controls are in view. */
  readonly isShown: boolean;
}

export const aloudStore = createStore<AloudState>(() => ({ reading: null, isShown: false }));

/** What is read of that answer; null if it has ended. */
export function findReading(of: string): Reading | null {
  const { reading } = aloudStore.getState();
  return reading?.of === of && reading.store.getState().status !== 'ended' ? reading : null;
}

/** Kept as long as the panel is open. */
let rate = 1;

/** Ends what is read before. The language of which there is no voice if it cannot be read. */
export function startReading(answer: HTMLElement, of: string): Reading | { readonly lacksVoice: string } {
  aloudStore.getState().reading?.stop();
  const language =
    answer.closest('[lang]:not(html)')?.getAttribute('lang') ??
    (detectLanguageByScript(answer.textContent) || navigator.language);
  const voices = findVoices(listLocalVoices(), language);
  const [voice] = voices;
  if (voice === undefined) return { lacksVoice: language };
  let passages = collectPassages(answer, language);
  const reader = createReader(
    passages.map(({ text }) => text),
    { voice, rate },
    createWebSpeech(speechSynthesis),
  );
  let follower = createFollower();
  const follow = (): void => {
    const { status, at } = reader.store.getState();
    const passage = passages[at];
    if (status === 'ended' || passage === undefined) follower.clear();
    else follower.show(passage);
  };
  follow();
  reader.store.subscribe((now, before) => {
    rate = now.rate;
    if (now.at !== before.at || now.status === 'ended') follow();
  });
  const show = (shown: HTMLElement): void => {
    passages = collectPassages(shown, language);
    follower = createFollower();
    follow();
  };
  const reading = { ...reader, voices, of, show };
  aloudStore.setState({ reading });
  return reading;
}

// the browser may go on speaking behind a closed panel
addEventListener('pagehide', () => aloudStore.getState().reading?.stop());
