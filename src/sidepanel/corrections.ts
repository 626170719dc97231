/**
 * What the person made of the texts of pictures. The one rule: what is typed is in here at once, for the next question too,
 * and is kept a moment after the typing pauses or as the panel goes.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Correction, PanelPictures, WishedPicture } from '../chrome/panel-pictures.ts';

export interface Corrections {
  /** By the hash of the picture. */
  readonly store: StoreApi<ReadonlyMap<string, Correction>>;
  /** Brings what was kept of that picture, unless the person has changed something here already. */
  readonly load: (picture: string) => Promise<void>;
  readonly set: (picture: string, correction: Correction) => void;
  /**
   * The pictures with their texts as they are by now, as a question takes them along. `isShown`: whether that text of a
   * picture is what the person sees corrected; what they made of another reading of it does not go along unseen.
   */
  readonly wished: (
    pictures: readonly WishedPicture[],
    isShown: (picture: string, base: string) => boolean,
  ) => Promise<readonly WishedPicture[]>;
  /** Keeps at once what has not been kept yet. */
  readonly flush: () => void;
  /** The session is over: nothing of it is kept any more. */
  readonly forget: () => void;
}

/** From the last key to the storage. */
const PAUSE_MS = 300;

export function createCorrections(host: Pick<PanelPictures, 'correction' | 'correct' | 'keepText'>): Corrections {
  const store = createStore<ReadonlyMap<string, Correction>>(() => new Map());
  const unsaved = new Map<string, Correction>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const put = (picture: string, correction: Correction): void =>
    store.setState((now) => new Map(now).set(picture, correction), true);
  const flush = (): void => {
    clearTimeout(timer);
    for (const [picture, correction] of unsaved) host.correct(picture, correction).catch(() => undefined); // it stays here, and goes with the next question
    unsaved.clear();
  };
  const load = async (picture: string): Promise<void> => {
    if (store.getState().has(picture)) return;
    const kept = await host.correction(picture).catch(() => null); // without its storage the panel knows of none
    if (kept !== null && !store.getState().has(picture)) put(picture, kept);
  };
  return {
    store,
    load,
    set(picture, correction) {
      put(picture, correction);
      unsaved.set(picture, correction);
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE_MS);
    },
    wished: (pictures, isShown) =>
      Promise.all(
        pictures.map(async (picture) => {
          await load(picture.hash);
          const correction = store.getState().get(picture.hash);
          if (correction === undefined || !isShown(picture.hash, correction.base)) return picture;
          return { ...picture, text: correction.text === null ? null : await host.keepText(correction.text) };
        }),
      ),
    flush,
    forget() {
      clearTimeout(timer);
      unsaved.clear();
      store.setState(new Map(), true);
    },
  };
}
