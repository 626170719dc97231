/** The text of a picture: read by code on this machine, with no model call. What the tool says of it is the answer. */
import type { Job } from '../agent/job.ts';
import { createRegistry } from '../agent/tools.ts';
import { TroubleError } from '../base/errors.ts';
import { extractScreenshotText, readPicturesFirst } from '../toolbox/extract-screenshot-text.ts';

export const screenshot: Job = {
  name: 'screenshot',
  registry: createRegistry(extractScreenshotText),
  instructions: null,
  opening: readPicturesFirst,
  answer: () => Promise.reject(new TroubleError(NO_PICTURE)),
};

const NO_PICTURE = {
  code: 'picture.none',
  message: 'There is no picture to read.',
  cure: 'Drag a region of the page, or paste a picture into this panel.',
};
