/** Research: an answer from the web. */
import type { Job } from '../agent/job.ts';
import { createRegistry } from '../agent/tools.ts';
import { TroubleError } from '../base/errors.ts';

export const research: Job = {
  name: 'research',
  registry: createRegistry(),
  instructions: null,
  opening: () => null,
  answer: () => Promise.reject(new TroubleError({ code: 'internal', message: 'Not yet.', cure: '' })),
};
