/**
 * One vitest that stays up for many runs of a few tests, in a process of its own that can be killed; its tests run in threads of
 * it, which start sooner than processes. Started by `fork` in the
 * folder whose tests it runs. Takes `{ file, pattern, changed }`: `changed` are the files that are not as in the run before them.
 * Replies with the tests that ran, `{ file, name, passed }`, and the errors outside them.
 */
import { createVitest } from 'vitest/node';

const vitest = await createVitest('test', { watch: false, reporters: [{}], maxWorkers: 1, pool: 'threads' });

process.on('message', async ({ file, pattern, changed }) => {
  for (const path of changed) vitest.invalidateFile(path);
  vitest.setGlobalTestNamePattern(pattern);
  const specifications = await vitest.globTestSpecifications([file]);
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // the result of the run holds the files of earlier runs too
  const testModules = vitest.state.getTestModules(specifications.map(({ moduleId }) => moduleId));
  const tests = testModules.flatMap((module) =>
    [...module.children.allTests()]
      .map((test) => ({ name: test.fullName.replaceAll(' > ', ' '), ...test.result() }))
      .filter(({ state }) => state === 'passed' || state === 'failed')
      .map(({ name, state }) => ({ file, name, passed: state === 'passed' })),
  );
  const errors = [...testModules.flatMap((module) => module.errors()), ...unhandledErrors];
  process.send({ tests, errors: errors.map(({ message }) => String(message)) });
});
process.on('disconnect', () => process.exit());
process.send('ready');
