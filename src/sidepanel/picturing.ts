/**
 * What a person does with pictures: takes, brings, reads and leaves them out. The one rule: whatever goes wrong is told on a
 * card, and nothing that was typed or brought is lost by it.
 */
import type { PanelHost, Payload } from '../chrome/panel-host.ts';
import type { WishedPicture } from '../lib/agent/frames.ts';
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import { MAX_PICTURES } from '../lib/protocol/picture.ts';
import { broughtOf, wishedOf } from './asked-pictures.ts';
import { createCorrections, type Corrections } from './corrections.ts';
import { isTextOf } from './found-pictures.ts';
import { createPictureUrls, type PictureUrls } from './picture-urls.ts';
import type { BroughtPicture, PanelChange, PanelModel } from './reduce.ts';
import { t } from './strings.ts';

export interface Picturing {
  readonly urls: PictureUrls;
  readonly corrections: Corrections;
  /** Takes a picture of the tab and reads it; of a region, once the person has chosen one on the page. */
  readonly take: (what: Payload<'picture.take'>['what']) => Promise<void>;
  /** As Escape on the page does. */
  readonly stopChoosing: () => Promise<void>;
  /** Files from the clipboard, a drop or the disk: kept, and beside the field from then on. */
  readonly bring: (files: readonly Blob[]) => Promise<void>;
  /** A picture that is kept already. */
  readonly ask: (picture: BroughtPicture) => void;
  readonly leaveOut: (hash: string) => void;
  readonly read: (picture: WishedPicture) => Promise<void>;
  /** Pictures of a question as the person has corrected them; null where that could not be kept, which is told. */
  readonly corrected: (pictures: readonly WishedPicture[]) => Promise<readonly WishedPicture[] | null>;
  readonly tell: (trouble: Trouble) => void;
}

interface PicturingDeps {
  readonly host: Pick<PanelHost, 'pictures'>;
  readonly model: () => PanelModel;
  readonly change: (...changes: readonly PanelChange[]) => void;
  /** Begins a run on the tab in view. */
  readonly begin: (
    name: 'picture.take' | 'picture.read',
    what: Pick<Payload<'picture.take'>, 'what'> | Pick<Payload<'picture.read'>, 'pictures'>,
  ) => Promise<boolean>;
}

export function createPicturing({ host: { pictures: host }, model, change, begin }: PicturingDeps): Picturing {
  const here = (): number => model().tab?.tabId ?? -1;
  const tell = (trouble: Trouble): void => change({ type: 'hindered', tabId: here(), trouble });

  const corrections = createCorrections(host);

  /** One more beside the field of that tab? That it is one too many is told. */
  function hasRoom(tabId: number): boolean {
    const room = broughtOf(model(), tabId).length < MAX_PICTURES;
    if (!room) change({ type: 'hindered', tabId, trouble: t.pictures.tooMany(MAX_PICTURES) });
    return room;
  }

  async function keep(file: Blob, tabId: number): Promise<void> {
    try {
      const kept = await host.keep(file);
      change({ type: 'brought', tabId, picture: { ...kept, text: null, url: '', title: '' } });
    } catch (thrown) {
      const trouble = thrown instanceof TroubleError ? thrown.trouble : t.pictures.notKept;
      change({ type: 'hindered', tabId, trouble });
    }
  }

  return {
    urls: createPictureUrls(host),
    corrections,
    async take(what) {
      await begin('picture.take', { what });
    },
    async stopChoosing() {
      const tabId = here();
      await host.choosing.stop(tabId).catch(() => undefined); // Escape on the page stops it as well
      change({ type: 'choosing', tabId, choosing: false });
    },
    async bring(files) {
      const tabId = here();
      change({ type: 'bringing' });
      for (const file of files) {
        if (!hasRoom(tabId)) return;
        await keep(file, tabId);
      }
    },
    ask(picture) {
      const tabId = here();
      if (hasRoom(tabId)) change({ type: 'brought', tabId, picture });
    },
    leaveOut: (hash) => change({ type: 'leftOut', tabId: here(), hash }),
    async read(picture) {
      const tabId = here();
      const begun = await begin('picture.read', { pictures: [wishedOf(picture)] });
      if (begun) change({ type: 'asked', tabId, pictures: [picture.hash] });
    },
    async corrected(pictures) {
      const { run, history } = model();
      const objects = (history?.open ?? run)?.state.objects ?? [];
      try {
        return await corrections.wished(pictures, (picture, base) => isTextOf(objects, picture, base));
      } catch {
        tell(t.pictures.textNotKept);
        return null;
      }
    },
    tell,
  };
}
