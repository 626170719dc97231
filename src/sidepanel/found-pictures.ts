/** The pictures that a run has read, as its frames tell of them. Pure. */
import type { CitedPlace, ToolObject, WishedPicture } from '../lib/agent/frames.ts';

export interface FoundPicture {
  /** Of the picture. */
  readonly hash: string;
  /** Hash of its text. */
  readonly body: string;
  /** The first words of it. */
  readonly preview: string;
  /** Hash of the `Reading`, as JSON. */
  readonly reading: string;
  /** Hash of the text as the person had corrected it; null for the text as it was read. */
  readonly text: string | null;
  readonly title: string;
  /** Of the data that read it, such as `eng`. */
  readonly languages: readonly string[];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly words: number;
  readonly reduced: boolean;
}

export type Objects = Iterable<Pick<ToolObject, 'name' | 'body' | 'meta'>>;

/** What the run found for a picture of a wish, as it was read last; null before it has been. */
export function readOf(objects: Objects, { hash, text }: WishedPicture): FoundPicture | null {
  return foundPictures(objects).findLast((found) => found.hash === hash && found.text === text) ?? null;
}

/** Whether a text, by its hash, is one that the run found for the picture; of a picture that it has not read, any is. */
export function isTextOf(objects: Objects, picture: string, body: string): boolean {
  const texts = foundPictures(objects).filter(({ hash }) => hash === picture);
  return texts.length === 0 || texts.some((found) => found.body === body);
}

/** The picture in whose text the place is; null where it is in something else. Of two that say the same, its own. */
export function pictureAt(
  objects: Objects,
  { hash, picture }: Pick<CitedPlace, 'hash' | 'picture'>,
): FoundPicture | null {
  const there = foundPictures(objects).filter(({ body }) => body === hash);
  return there.findLast((found) => found.hash === picture) ?? there.at(-1) ?? null;
}

function foundPictures(objects: Objects): readonly FoundPicture[] {
  const found: FoundPicture[] = [];
  for (const object of objects) if (object.name === 'picture') found.push(asPicture(object));
  return found;
}

function asPicture({ body, meta }: Pick<ToolObject, 'body' | 'meta'>): FoundPicture {
  const text = (name: string): string => (typeof meta[name] === 'string' ? meta[name] : '');
  const figure = (name: string): number => (typeof meta[name] === 'number' ? meta[name] : 0);
  const languages: unknown = meta['languages'];
  return {
    hash: text('picture'),
    body: body.hash,
    preview: body.preview,
    reading: text('reading'),
    text: text('text') || null,
    title: text('title'),
    languages: Array.isArray(languages) ? languages.filter((each) => typeof each === 'string') : [],
    width: figure('width'),
    height: figure('height'),
    words: figure('words'),
    reduced: meta['reduced'] === true,
  };
}
