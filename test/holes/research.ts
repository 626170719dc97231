/** Deliberate holes in research on the web (SAFETY D3, D9): what is fetched, what is believed, and what is said of it. */
import type { Hole } from './holes.ts';

const test = (file: string, name: string): Hole['caughtBy'] => ({ file: `test/${file}.test.ts`, test: name });
const reading = (name: string) => test('lib/toolbox/web/read-url', name);
const fetching = (name: string) => test('chrome/web/web-fetch', name);
const property = (name: string) => test('lib/jobs/research.properties', name);

export const RESEARCH_HOLES: readonly Hole[] = [
  // D3: addresses
  {
    name: 'reads an address that a model composed',
    file: 'src/lib/toolbox/web/read-url.ts',
    find: '      ? LINKED\n      : UNREADABLE',
    replace: '      ? LINKED\n      : LINKED',
    caughtBy: reading('about an address that nobody has named'),
  },
  {
    name: 'takes any address for a link of a page that was read',
    file: 'src/lib/agent/egress/link-table.ts',
    find: '  return null;\n}',
    replace: '  return url;\n}',
    caughtBy: reading('reaches nowhere that its arguments do not tell'),
  },
  {
    name: 'fetches a page again that the run has read',
    file: 'src/lib/toolbox/web/read-url.ts',
    find: 'if (!existing) yield* context.giveOnce',
    replace: 'yield* context.giveOnce',
    caughtBy: reading('fetches no page a second time'),
  },
  {
    name: 'lets every job search the web unasked',
    file: 'src/lib/agent/egress/rights.ts',
    find: '...(canSearchWeb(state) ? [ENGINES] : []),',
    replace: 'ENGINES,',
    caughtBy: test('lib/agent/tool-calls/authorize', 'is its own tab, and what the person named'),
  },
  {
    name: 'takes the web for the person’s own words',
    file: 'src/lib/toolbox/web/web-artifacts.ts',
    find: "return { integrity: 'untrusted',",
    replace: "return { integrity: 'user',",
    caughtBy: test('lib/toolbox/web/web-artifacts', 'is untrusted in every frame'),
  },
  // D9: what is fetched
  {
    name: 'fetches from private networks',
    file: 'src/lib/pipeline/web/web-address.ts',
    find: "? null : 'private-address'",
    replace: '? null : null',
    caughtBy: test('lib/pipeline/web/web-address', 'in every writing of IPv4'),
  },
  {
    name: 'reads what a redirect found in a private network',
    file: 'src/chrome/web/web-fetch.ts',
    find: '  if (reason !== null) return createAddressError(reason);\n',
    replace: '',
    caughtBy: fetching('found at a host that is not public is not read'),
  },
  {
    name: 'asks for pages in the person’s name',
    file: 'src/chrome/web/web-fetch.ts',
    find: "credentials: 'omit'",
    replace: "credentials: 'include'",
    caughtBy: fetching('as a stranger would'),
  },
  {
    name: 'fetches pages while the browser’s own rules do not stand',
    file: 'src/chrome/web/web-pages.ts',
    find: 'throw new UserFacingError(RULES_REFUSED_ERROR, { cause: thrown });',
    replace: 'void thrown;',
    caughtBy: test('chrome/web/web-pages', 'while the browser’s rules do not stand'),
  },
  // what is believed
  {
    name: 'cites a source whatever it was graded',
    file: 'src/lib/toolbox/web/web-artifacts.ts',
    find: 'source.name !== WEB || canCite(source.meta.url, state);',
    replace: 'true;',
    caughtBy: property('Property 9'),
  },
  {
    name: 'uses a source that the person banned',
    file: 'src/lib/toolbox/web/web-artifacts.ts',
    find: '  if (banned.includes(url)) return false;\n',
    replace: '',
    caughtBy: test('lib/toolbox/web/use-chosen-sources', 'shows nothing of what was banned'),
  },
  {
    name: 'leaves results ungraded that the grader passes over',
    file: 'src/lib/agent/rag/grades.ts',
    find: 'return results.map((result, i) => read[i] ?? gradeByWords(result, need));',
    replace: 'return read.filter((one) => one !== undefined);',
    caughtBy: property('Property 7'),
  },
  {
    name: 'shows a page that was read and is of no use',
    file: 'src/lib/toolbox/web/read-url.ts',
    find: 'if (!canCite(url, state))\n      throw new ToolError',
    replace: "if (title === '')\n      throw new ToolError",
    caughtBy: reading('bears not on what is wanted'),
  },
  {
    name: 'searches with words that were tried',
    file: 'src/lib/agent/rag/rewrite.ts',
    find: 'if (!isTried(query, [...task.tried, ...queries])) queries.push(query);',
    replace: 'queries.push(query);',
    caughtBy: test('lib/toolbox/web/rewrite-search-query', 'was tried, in other order and case'),
  },
  {
    name: 'pays twice for other words for one question',
    file: 'src/lib/toolbox/page/find-in-page.ts',
    find: 'if (known?.meta.others) return',
    replace: "if (known?.meta.others && query === '') return",
    caughtBy: test('lib/toolbox/page/other-words', 'asks no second time for the same question'),
  },
  {
    name: 'has a page’s question put in other words although its own are enough',
    file: 'src/lib/toolbox/page/find-in-page.ts',
    find: 'const isWeak = !search.mayAnswer(query);',
    replace: 'const isWeak = true;',
    caughtBy: test('lib/toolbox/page/other-words', 'is not if its own words are enough'),
  },
  // what is said
  {
    name: 'does not say that nothing was found',
    file: 'src/lib/jobs/research.ts',
    find: 'return { lead: describeSearchFailure(rounds, state), note: OWN_KNOWLEDGE_NOTE };',
    replace: "return { lead: '', note: '' };",
    caughtBy: test('lib/jobs/research', 'says that nothing was found before what the model knows'),
  },
];
