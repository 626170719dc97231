/** Deliberate holes in where keys go (SAFETY D8). */
import type { Hole } from './holes.ts';

const test = (file: string, name: string): Hole['caughtBy'] => ({ file: `test/${file}`, test: name });

export const KEY_HOLES: readonly Hole[] = [
  {
    name: 'gives the key to whatever server is asked',
    file: 'src/chrome/storage/keys.ts',
    find: 'endpointOrigin !== null && getHttpOrigin(address) === endpointOrigin;',
    replace: 'endpointOrigin !== null;',
    caughtBy: test('chrome/storage/keys.test.ts', 'leaves in one header, to its own origin'),
  },
  {
    name: 'takes a typed key for any server',
    file: 'src/chrome/storage/keys.ts',
    find: 'typedKey?.slot === getKeySlot(endpoint) ? typedKey.key : null',
    replace: 'typedKey?.key ?? null',
    caughtBy: test('chrome/storage/keys.test.ts', 'that was typed is bound to its server'),
  },
  {
    name: 'follows a redirect with the key',
    file: 'src/chrome/storage/keys.ts',
    find: "init?.redirect === 'manual' ? 'manual' : 'error'",
    replace: "'follow'",
    caughtBy: test('chrome/storage/keys.test.ts', 'does not follow a redirect'),
  },
  {
    name: 'leaves the key in what a server repeats of it',
    file: 'src/chrome/storage/keys.ts',
    find: 'key === null ? response : redactResponse(response, key)',
    replace: 'response',
    caughtBy: test('chrome/storage/keys.test.ts', 'in the body either'),
  },
  {
    name: 'leaves the key in what a model server repeats of it',
    file: 'src/chrome/offscreen/offscreen-model.ts',
    find: 'message.events.flatMap(redact)',
    replace: 'message.events',
    caughtBy: test('chrome/offscreen/offscreen-model.test.ts', 'a key that a server repeats'),
  },
];
