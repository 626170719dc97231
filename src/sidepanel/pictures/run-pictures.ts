import type { CitedPlace, Artifact, RequestPicture } from '../../lib/agent/frames/frames.ts';

/** `reading`: hash of the `Reading`, as JSON. `text`: hash of the corrected text; null for the text as read. */
export interface FoundPicture extends Omit<Artifact<'picture'>['meta'], 'picture'> {
  readonly hash: string;
  readonly body: string;
  readonly preview: string;
}

export type RunArtifacts = Iterable<Artifact>;

/** Null before it has been read. */
export function findReadPicture(objects: RunArtifacts, { hash, text }: RequestPicture): FoundPicture | null {
  return listFoundPictures(objects).findLast((found) => found.hash === hash && found.text === text) ?? null;
}

/** Whether some of them are read, if only in part. */
export const isAnyRead = (objects: RunArtifacts, pictures: readonly RequestPicture[]): boolean =>
  pictures.some((picture) => findReadPicture(objects, picture) !== null);

/** True for any text if the run has not read the picture whole. */
export function isPictureText(objects: RunArtifacts, picture: string, body: string): boolean {
  const texts = listFoundPictures(objects).filter(({ hash, readShare }) => hash === picture && readShare === undefined);
  return texts.length === 0 || texts.some((found) => found.body === body);
}

/** Null if the place is not in a picture. Of two with the same text, prefers the one the place names. */
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

function toFoundPicture({ body, meta: { picture, ...meta } }: Artifact<'picture'>): FoundPicture {
  return { ...meta, hash: picture, body: body.hash, preview: body.preview };
}
