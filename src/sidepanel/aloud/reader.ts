/** Reads passages one after the other. It knows no voices: an engine says one passage at a time. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export interface SpeechEngine<V> {
  /** Calls `end` once, also after `cancel`. */
  readonly speak: (text: string, how: Manner<V>, end: (hasFailed: boolean) => void) => void;
  readonly cancel: () => void;
}

interface Manner<V> {
  readonly voice: V;
  /** Speed, as a multiple of the voice's usual one. */
  readonly rate: number;
}

interface ReaderState<V> extends Manner<V> {
  /** A passage that was interrupted or failed is read again from its beginning. */
  readonly status: 'reading' | 'paused' | 'failed' | 'ended';
  /** Index of the passage that is read, or will be next. */
  readonly at: number;
}

export interface Reader<V> {
  readonly store: StoreApi<ReaderState<V>>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Stops permanently. */
  readonly stop: () => void;
  readonly change: (manner: Partial<Manner<V>>) => void;
}

/** Begins at once. */
export function createReader<V>(texts: readonly string[], manner: Manner<V>, engine: SpeechEngine<V>): Reader<V> {
  const store = createStore<ReaderState<V>>(() => ({ ...manner, status: 'reading', at: 0 }));
  /** Engines report the end of what was cancelled too, and late. */
  let turn = 0;

  function speak(): void {
    const { at, voice, rate, status } = store.getState();
    if (status !== 'reading') return;
    const text = texts[at];
    if (text === undefined) {
      store.setState({ status: 'ended' });
      return;
    }
    turn += 1;
    const mine = turn;
    engine.speak(text, { voice, rate }, (hasFailed) => {
      if (mine !== turn) return;
      turn += 1;
      if (hasFailed) {
        store.setState({ status: 'failed' });
      } else {
        store.setState({ at: at + 1 });
        speak();
      }
    });
  }
  function interrupt(status: ReaderState<V>['status']): void {
    if (store.getState().status === 'ended') return;
    turn += 1;
    engine.cancel();
    store.setState({ status });
  }

  speak();
  return {
    store,
    pause: () => {
      if (store.getState().status === 'reading') interrupt('paused');
    },
    resume: () => {
      const { status } = store.getState();
      if (status !== 'paused' && status !== 'failed') return;
      store.setState({ status: 'reading' });
      speak();
    },
    stop: () => interrupt('ended'),
    change: (changes) => {
      store.setState(changes);
      if (store.getState().status !== 'reading') return;
      interrupt('reading');
      speak();
    },
  };
}
