/** Reading an answer aloud. Loaded with the first press. */
import { detectLanguageByScript } from '../../lib/pipeline/text/script.ts';
import { createFollower } from './follow.ts';
import { collectPassages } from './passages.ts';
import { createReader } from './reader.ts';
import { aloudStore, type Reading } from './reading.ts';
import { findVoices, listLocalVoices } from './voices.ts';
import { createWebSpeech } from './web-speech.ts';

export { ReadingBand, ReadingControls } from './reading-controls.tsx';
export { aloudStore, findReading } from './reading.ts';

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
