/** The pictures that a run has read, from its artifacts. Pure. */
import type { CitedPlace, Artifact, RequestPicture } from '../../lib/agent/frames/frames.ts';

export interface FoundPicture {
  /** Of the picture. */
  readonly hash: string;
  /** Hash of its text. */
  readonly body: string;
  /** The first words of its text. */
  readonly preview: string;
  /** Hash of the `Reading`, as JSON. */
  readonly reading: string;
  /** Hash of the text as the user corrected it; null for the text as read. */
  readonly text: string | null;
  readonly title: string;
  /** Of the OCR data used, such as `eng`. */
  readonly languages: readonly string[];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly words: number;
  readonly reduced: boolean;
}

export type RunArtifacts = Iterable<Artifact>;

/** Returns the last reading of a request's picture; null before it has been read. */
export function findReadPicture(objects: RunArtifacts, { hash, text }: RequestPicture): FoundPicture | null {
  return listFoundPictures(objects).findLast((found) => found.hash === hash && found.text === text) ?? null;
}

/**
 * Returns whether the text with that hash was found for the picture; true for any text if the run has not read the
 * picture.
 */
export function isPictureText(objects: RunArtifacts, picture: string, body: string): boolean {
  const texts = listFoundPictures(objects).filter(({ hash }) => hash === picture);
  return texts.length === 0 || texts.some((found) => found.body === body);
}

/**
 * Returns the picture whose text contains the place; null if it is in another kind of source. Of two pictures with the
 * same text, prefers the one the place names.
 */
export function findPictureAt(
  objects: RunArtifacts,
  { hash, picture }: Pick<CitedPlace, 'hash' | 'picture'>,
): FoundPicture | null {
  const matches = listFoundPictures(objects).filter(({ body }) => body === hash);
  return matches.findLast((found) => found.hash === picture) ?? matches.at(-1) ?? null;
}

function listFoundPictures(objects: RunArtifacts): readonly FoundPicture[] {
  const found: FoundPicture[] = [];
  for (const object of objects) if (object.name === 'picture') found.push(toFoundPicture(object));
  return found;
}

function toFoundPicture({ body, meta }: Artifact<'picture'>): FoundPicture {
  const { picture: hash, reading, text, title, languages, width, height, words, reduced } = meta;
  const { hash: textHash, preview } = body;
  return { hash, body: textHash, preview, reading, text, title, languages, width, height, words, reduced };
}
