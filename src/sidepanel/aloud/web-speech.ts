import type { SpeechEngine } from './reader.ts';
import { isLocal } from './voices.ts';

export function createWebSpeech(synthesis: SpeechSynthesis): SpeechEngine<SpeechSynthesisVoice> {
  /** Kept, or the browser may collect it before it ends. */
  let spoken: SpeechSynthesisUtterance | null = null;
  return {
    speak: (text, { voice, rate }, end) => {
      if (!isLocal(voice)) throw new Error('This voice would send the text away.');
      spoken = new SpeechSynthesisUtterance(text);
      spoken.voice = voice;
      spoken.lang = voice.lang;
      spoken.rate = rate;
      spoken.onend = () => end(false);
      spoken.onerror = () => end(true);
      synthesis.speak(spoken);
    },
    cancel: () => {
      spoken = null;
      synthesis.cancel();
    },
  };
}
