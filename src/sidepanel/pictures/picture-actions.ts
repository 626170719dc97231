/** Taking, attaching and reading pictures. A failure is shown on a card; what was attached before stays. */
import type { Payload } from '../../chrome/send-request.ts';
import type { RequestPicture } from '../../lib/agent/frames/frames.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { MAX_PICTURES } from '../../lib/protocol/requests/bounds.ts';
import { getAttachedPictures, toRequestPicture } from './question-pictures.ts';
import { isPictureText } from './run-pictures.ts';
import type { AttachedPicture, PanelDeps } from '../panel-model.ts';
import { t } from '../strings/shell.ts';
import type { PanelPictures, Correction } from '../../chrome/panel/panel-pictures.ts';
import { createStore } from 'zustand/vanilla';

interface PictureActionsDeps extends PanelDeps<'pictures'> {
  readonly startRun: (
    name: 'picture.take' | 'picture.read',
    what: Pick<Payload<'picture.take'>, 'what'> | Pick<Payload<'picture.read'>, 'pictures'>,
  ) => Promise<boolean>;
}

export function createPictureActions({ host: { pictures: host }, model, change, startRun }: PictureActionsDeps) {
  const getTabId = (): number => model().tab?.tabId ?? -1;
  const showError = (error: UserError): void => change({ type: 'failed', tabId: getTabId(), error });

  const corrections = createCorrections(host);

  /** Shows an error if not. */
  function hasRoom(tabId: number): boolean {
    const hasSpace = getAttachedPictures(model(), tabId).length < MAX_PICTURES;
    if (!hasSpace) change({ type: 'failed', tabId, error: t.pictures.tooMany(MAX_PICTURES) });
    return hasSpace;
  }

  async function storeFile(file: Blob, tabId: number): Promise<void> {
    try {
      const stored = await host.savePicture(file);
      change({ type: 'attach-picture', tabId, picture: { ...stored, text: null, url: '', title: '' } });
    } catch (thrown) {
      const error = thrown instanceof UserFacingError ? thrown.error : t.pictures.notKept;
      change({ type: 'failed', tabId, error });
    }
  }

  return {
    urls: createPictureUrls(host),
    corrections,
    /** A region is captured after the user has selected one on the page. */
    async capture(what: Payload<'picture.take'>['what']) {
      await startRun('picture.take', { what });
    },
    async cancelRegionChoice() {
      const tabId = getTabId();
      await host.choosing.stop(tabId).catch(() => undefined); // Escape on the page cancels it as well
      change({ type: 'choosing', tabId, choosing: false });
    },
    async attachFiles(files: readonly Blob[]) {
      const tabId = getTabId();
      for (const file of files) {
        if (!hasRoom(tabId)) return;
        await storeFile(file, tabId);
      }
    },
    attachStored(picture: AttachedPicture) {
      const tabId = getTabId();
      if (hasRoom(tabId)) change({ type: 'attach-picture', tabId, picture });
    },
    async read(picture: RequestPicture) {
      const tabId = getTabId();
      const begun = await startRun('picture.read', { pictures: [toRequestPicture(picture)] });
      if (begun) change({ type: 'asked', tabId, hashes: [picture.hash] });
    },
    /** Null if the corrections could not be stored, after showing the error. */
    async applyCorrections(pictures: readonly RequestPicture[]) {
      const { run, history } = model();
      const objects = (history?.open ?? run)?.state.objects ?? [];
      try {
        return await corrections.applyTo(pictures, (picture, base) => isPictureText(objects, picture, base));
      } catch {
        showError(t.pictures.textNotKept);
        return null;
      }
    },
    showError,
  };
}

function createPictureUrls({ loadPicture: get }: Pick<PanelPictures, 'loadPicture'>) {
  const entries = new Map<string, { readonly url: Promise<string | null>; users: number }>();
  const createUrl = async (hash: string): Promise<string | null> => {
    const picture = await get(hash).catch(() => null); // a picture that cannot be read counts as gone
    return picture === null ? null : URL.createObjectURL(picture);
  };
  return {
    /** Null if no longer stored. Each call must be followed by one `release`, even before it resolves. */
    acquire(hash: string): Promise<string | null> {
      const entry = entries.get(hash) ?? { url: createUrl(hash), users: 0 };
      entry.users += 1;
      entries.set(hash, entry);
      return entry.url;
    },
    release(hash: string): void {
      const entry = entries.get(hash);
      if (entry === undefined) return;
      entry.users -= 1;
      if (entry.users > 0) return;
      entries.delete(hash);
      void entry.url.then((url) => {
        if (url !== null) URL.revokeObjectURL(url);
      });
    },
  };
}

/** From the last key press to the storage. */
const SAVE_DELAY_MS = 300;

/** They apply at once, and are saved after a typing pause or when the panel closes. */
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
