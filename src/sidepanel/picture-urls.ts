/** Object URLs of stored pictures for `img`. Each picture is in memory once, and only while something shows it. */
import type { PanelPictures } from '../chrome/panel-pictures.ts';

export interface PictureUrls {
  /**
   * Resolves with null for a picture that is no longer stored. Each call must be followed by one `release`, even before
   * it resolves.
   */
  readonly acquire: (hash: string) => Promise<string | null>;
  readonly release: (hash: string) => void;
}

interface UrlEntry {
  readonly url: Promise<string | null>;
  users: number;
}

export function createPictureUrls({ loadPicture: get }: Pick<PanelPictures, 'loadPicture'>): PictureUrls {
  const entries = new Map<string, UrlEntry>();
  const createUrl = async (hash: string): Promise<string | null> => {
    const picture = await get(hash).catch(() => null); // a picture that cannot be read counts as gone
    return picture === null ? null : URL.createObjectURL(picture);
  };
  return {
    acquire(hash) {
      const entry = entries.get(hash) ?? { url: createUrl(hash), users: 0 };
      entry.users += 1;
      entries.set(hash, entry);
      return entry.url;
    },
    release(hash) {
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
