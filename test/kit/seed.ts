/** What properties and generated sets begin with: `KL_SEED`, or a new one in each run. A failure prints it. */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';

export const SEED = Number(process.env['KL_SEED'] ?? randomInt(2 ** 31));

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: SEED,
  endOnFailure: process.env['KL_SHRINK'] === 'no', // where only that it fails is asked
});
