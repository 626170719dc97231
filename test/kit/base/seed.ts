/** What properties and generated sets begin with: `KL_SEED`, or a new one in each run. A failure prints it. */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';

export const SEED = Number(process.env['KL_SEED'] ?? randomInt(2 ** 31));

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: SEED,
  endOnFailure: process.env['KL_SHRINK'] === 'no', // where only that it fails is asked
});

/** Runs each sample once and keeps what came of it: all properties of a file over the same arbitrary draw the same samples. */
export function keepRuns<S, R>(run: (sample: S) => Promise<R>): (sample: S) => Promise<R> {
  const kept = new Map<string, Promise<R>>();
  return (sample) => {
    const name = fc.stringify(sample);
    const result = kept.get(name) ?? run(sample);
    kept.set(name, result);
    return result;
  };
}
