/** Corrections apply at once; saved after a typing pause or when the panel closes. */
import { createStore } from 'zustand/vanilla';
import type { Correction, PanelPictures, RequestPicture } from '../../chrome/panel/panel-pictures.ts';

/** From the last key press to the storage. */
const SAVE_DELAY_MS = 300;

export function createCorrections(host: Pick<PanelPictures, 'loadCorrection' | 'saveCorrection' | 'saveText'>) {
  /** By the hash of the picture. */
  const store = createStore<ReadonlyMap<string, Correction>>(() => new Map());
  const unsaved = new Map<string, Correction>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const setCorrection = (picture: string, correction: Correction): void =>
    store.setState((now) => new Map(now).set(picture, correction), true);
  const flush = (): void => {
    clearTimeout(timer);
    for (const [picture, correction] of unsaved) host.saveCorrection(picture, correction).catch(() => undefined); // it stays in memory and is sent with the next question
    unsaved.clear();
  };
  /** Unless the user has already changed it in this panel. */
  const load = async (picture: string): Promise<void> => {
    if (store.getState().has(picture)) return;
    const saved = await host.loadCorrection(picture).catch(() => null); // an unavailable storage counts as no saved correction
    if (saved !== null && !store.getState().has(picture)) setCorrection(picture, saved);
  };
  return {
    store,
    load,
    set(picture: string, correction: Correction) {
      setCorrection(picture, correction);
      unsaved.set(picture, correction);
      clearTimeout(timer);
      timer = setTimeout(flush, SAVE_DELAY_MS);
    },
    /** `isShown` tells whether the user sees that text; corrections of another reading are not sent. */
    applyTo: (pictures: readonly RequestPicture[], isShown: (picture: string, base: string) => boolean) =>
      Promise.all(
        pictures.map(async (picture): Promise<RequestPicture> => {
          await load(picture.hash);
          const correction = store.getState().get(picture.hash);
          if (correction === undefined || !isShown(picture.hash, correction.base)) return picture;
          return { ...picture, text: correction.text === null ? null : await host.saveText(correction.text) };
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
