/** The words of research on the web: where a question goes, what a search brought, and what is used of it. */
import type { Fate } from './searches.ts';
import { count, number } from './strings-numbers.ts';

interface Engine {
  readonly label: string;
  /** Results. */
  readonly n: number;
  readonly why: string;
}

/** From that confidence on a grade is called so. */
const SURE = 0.8;
const FAIRLY = 0.5;

const sureness = (confidence: number): string =>
  confidence >= SURE ? 'Clearly' : confidence >= FAIRLY ? 'Probably' : 'Perhaps';

export const WEB_WORDS = {
  web: {
    /** Where a question goes. */
    where: { label: 'Where to ask', page: 'This page', web: 'The web' },
    ask: 'Ask the web',
    placeholder: 'Ask the web…',
    from: 'From the web',

    /** Before a question. */
    estimate: (calls: number, input: number, output: number) => [
      `A question: up to ${count(calls, 'call', 'calls')}`,
      `${number(input)} in`,
      `${number(output)} out`,
    ],
    /** An answer from what was found already. */
    anew: (calls: number, input: number, output: number) => [
      `Up to ${count(calls, 'call', 'calls')}`,
      `${number(input)} in`,
      `${number(output)} out`,
    ],
    free: 'Costs nothing',
    looking: 'Looking what can be asked…',
    asks: (engines: readonly string[]) => `Searches ${inTurn(engines)}.`,
    reads: 'Reads the best pages.',
    readsNone: 'Reads no pages.',
    noEngine: 'No search engine is set up',
    noEngineHint: 'Without a search engine nothing can be found on the web.',
    setUp: 'Set one up',
    staysHere: 'What you selected, tabs and pictures wait for a question about this page.',

    /** Access to pages. */
    offer: 'Answers will rest on what the search engine says of the pages.',
    offerAfter: 'No page was read: the pages themselves may say more.',
    offerTake: 'Let KnowledgeLens read them',
    offerDismiss: 'Go on without reading pages',
    offerTaken: 'Pages are read from now on. The settings take it back.',
    offerDeclined: 'The browser’s question was declined, so nothing has changed.',
    mayRead: 'KnowledgeLens may read pages now.',

    /** The searches of a question. */
    title: 'Searches',
    sums: {
      searches: (n: number) => count(n, 'search', 'searches'),
      results: (n: number) => (n === 0 ? 'nothing found' : count(n, 'result', 'results')),
      relevant: (n: number) => `${n === 0 ? 'none' : number(n)} relevant`,
      read: (n: number) => (n === 0 ? 'no page read' : count(n, 'page read', 'pages read')),
    },
    query: (n: number, of: number) => (of === 1 ? 'Searched for' : `Search ${number(n)} of ${number(of)}`),
    need: (need: string) => `To find out: ${need}`,
    strategy: { broader: 'Broader words', synonyms: 'Other words for the same', related: 'A related idea' },
    by: { person: 'your words', model: 'written by the model', rule: 'made by a rule' },
    /** A search with other words: which, whose, and why. */
    other: (words: string, by: string, why: string) => `${words}, ${by}${why === '' ? '' : `: ${why}`}`,
    engines: 'Search engines',
    engine: {
      answered: ({ label, n }: Engine) => `${label}: ${count(n, 'result', 'results')}`,
      failed: ({ label, why }: Engine) => (why.startsWith(label) ? why : `${label} failed: ${why}`),
      skipped: ({ label, why }: Engine) => (why.startsWith(label) ? why : `${label} was not asked: ${why}`),
      'not-needed': ({ label }: Engine) => `${label} was not needed`,
    },
    none: 'Nothing was found with these words.',
    others: 'Read besides',
    repeats: (n: number, of: number) =>
      n === of ? `${n === 1 ? 'It was' : `All ${number(n)} were`} found before.` : `${number(n)} more, found before.`,

    /** A result. */
    grade: {
      words: (relevance: 'relevant' | 'not_relevant', confidence: number) =>
        `${sureness(confidence)} ${relevance === 'relevant' ? 'relevant' : 'not relevant'}`,
      by: { model: '', rule: 'graded by words in common', nobody: '', person: '' },
      nobody: 'Not graded, and used all the same',
      none: 'Not graded',
      need: (need: string) => `graded for “${need}”`,
    },
    fates: {
      read: 'Read',
      snippet: 'Excerpt only',
      banned: 'Left out by you',
      'left-out': 'Left out',
      open: '',
      unused: 'Not read',
    } satisfies Record<Fate, string>,
    pinned: 'used by your wish',
    snippet: 'Excerpt',
    found: (engines: readonly string[]) => `found by ${engines.join(', ')}`,

    /** Which sources to use. */
    pin: 'Use',
    ban: 'Leave out',
    of: (what: string, title: string) => `${what}: ${title}`,
    answerAgain: 'Answer again with these sources',
    answerAgainReading: 'Answer again',
    whenOver: 'Possible when this is over.',
    restsNot: 'The answer does not rest on it.',
    /** `without`, `using`: the host of each page. */
    answeredAgain: ({ without, using }: { readonly without: readonly string[]; readonly using: readonly string[] }) => {
      const parts = [
        without.length > 0 ? `without ${pagesOf(without)}` : '',
        using.length > 0 ? `with ${pagesOf(using)}` : '',
      ].filter((part) => part !== '');
      return `Answered again: ${parts.join(', ') || 'from the same sources'}`;
    },

    /** The status line, and what a grade says in the steps. */
    reading: 'Reading pages',
    searching: 'Searching the web',
    graded: (relevant: number, of: number) => `${number(relevant)} of ${count(of, 'result', 'results')} relevant`,
    gradedBy: {
      model: 'graded by the model',
      rule: 'graded by words in common',
      nobody: 'not graded: used as they are',
      person: 'named by you',
    },

    /** Quotes. */
    quoted: 'Quoted from the web',
    quotedMixed: 'Quoted from pages here and on the web',
    openAt: 'Open the page at these words',
    ofSnippet: 'from the search engine’s excerpt',
  },
} as const;

/** Most names in one sentence. */
const NAMED = 3;

/** Pages by their hosts. Not the host alone: other pages of it may be used all the same. */
function pagesOf(hosts: readonly string[]): string {
  const times = new Map<string, number>();
  for (const host of hosts) times.set(host, (times.get(host) ?? 0) + 1);
  const named = [...times].slice(0, NAMED).map(([host, n]) => `${count(n, 'page', 'pages')} of ${host}`);
  const more = hosts.length - [...times.values()].slice(0, NAMED).reduce((sum, n) => sum + n, 0);
  return named.join(', ') + (more > 0 ? ` and ${number(more)} more` : '');
}

function inTurn([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, then ${others.join(', then ')} if needed`;
}
