/**
 * Lets this process import the project's TypeScript as it is: types are taken out while loading, the modules stay
 * native ones. The rule: nothing else changes, so that what is timed is the code that ships and not a runner's rewriting.
 */
import { register } from 'node:module';

export function acceptTypeScript() {
  register('./typescript-hooks.mjs', import.meta.url);
}
