/** Reads a picture's text on this machine; the tool's message is the answer. */
import type { Job } from '../agent/loop/job.ts';
import { createRegistry } from '../agent/tool-calls/index.ts';
import { UserFacingError } from '../base/errors.ts';
import {
  extractScreenshotText,
  NO_PICTURE_ERROR,
  planReadPictures,
} from '../toolbox/picture/extract-screenshot-text.ts';

export const screenshot: Job = {
  name: 'screenshot',
  registry: createRegistry(extractScreenshotText),
  instructions: null,
  findOpeningCall: planReadPictures,
  buildAnswerRequest: () => Promise.reject(new UserFacingError(NO_PICTURE_ERROR)),
};
