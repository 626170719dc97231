/**
 * Addresses of kept pictures for `img`. The one rule: each picture is in memory once, and only as long as something shows it.
 */
import type { PanelPictures } from '../chrome/panel-pictures.ts';

export interface PictureUrls {
  /** Null for a picture that is kept no longer. Whoever takes one gives it back, even before it has come. */
  readonly take: (hash: string) => Promise<string | null>;
  readonly give: (hash: string) => void;
}

interface Held {
  readonly url: Promise<string | null>;
  users: number;
}

export function createPictureUrls({ get }: Pick<PanelPictures, 'get'>): PictureUrls {
  const held = new Map<string, Held>();
  const load = async (hash: string): Promise<string | null> => {
    const picture = await get(hash).catch(() => null); // what cannot be had is gone for whoever looks
    return picture === null ? null : URL.createObjectURL(picture);
  };
  return {
    take(hash) {
      const known = held.get(hash) ?? { url: load(hash), users: 0 };
      known.users += 1;
      held.set(hash, known);
      return known.url;
    },
    give(hash) {
      const known = held.get(hash);
      if (known === undefined) return;
      known.users -= 1;
      if (known.users > 0) return;
      held.delete(hash);
      void known.url.then((url) => {
        if (url !== null) URL.revokeObjectURL(url);
      });
    },
  };
}
