/** Pictures, files and texts by hash, in a script of its own: the panel at rest shows none. */
import { createIdbBlobs } from '../storage/blobs.ts';
import { createIdbFiles } from '../storage/files.ts';
import { createIdbPictures } from '../storage/pictures.ts';

export const files = createIdbFiles();
export const pictures = createIdbPictures();
export const blobs = createIdbBlobs();
