/** The answer that is read aloud. */
import { createStore } from 'zustand/vanilla';
import type { Reader } from './reader.ts';

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
