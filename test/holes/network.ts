/** Deliberate holes in what may be reached (SAFETY D9). */
import type { Hole } from './holes.ts';

const test = (file: string, name: string): Hole['caughtBy'] => ({ file: `test/${file}.test.ts`, test: name });

export const NETWORK_HOLES: readonly Hole[] = [
  {
    name: 'reaches a private address behind a public name',
    file: 'src/chrome/web/public-fetch.ts',
    find: 'return await fetch(input, { ...init, ...PUBLIC });',
    replace: 'return await fetch(input, init);',
    caughtBy: test('chrome/web/public-fetch', 'reach nobody in a private network'),
  },
  {
    name: 'takes the sign-in page of a network for a proxy',
    file: 'src/chrome/web/public-fetch.ts',
    find: "CONTROL = 'https:",
    replace: "CONTROL = 'http:",
    caughtBy: test('chrome/web/public-fetch', 'reach nobody in a private network'),
  },
  {
    name: 'takes any failure for a proxy',
    file: 'src/chrome/web/public-fetch.ts',
    find: '!(await answers(PUBLIC)) && (await answers({})) && !(await answers(PUBLIC))',
    replace: 'await answers({})',
    caughtBy: test('chrome/web/public-fetch', 'reach nobody in a private network'),
  },
  {
    name: 'takes a name of a cluster for a public one',
    file: 'src/lib/pipeline/web/private-hosts.ts',
    find: "'svc', ",
    replace: '',
    caughtBy: test('lib/pipeline/web/web-address', 'is refused in each of more than two hundred forms'),
  },
  {
    name: 'lets a redirect lead to a private literal address',
    file: 'src/lib/pipeline/web/private-hosts.ts',
    find: '(0|10|127|22[4-9]',
    replace: '(0|127|22[4-9]',
    caughtBy: test('lib/pipeline/web/web-address', 'say of every literal address what the guard says'),
  },
];
