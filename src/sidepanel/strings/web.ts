import { t as shell } from './shell.ts';
import { formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';
import type { Fate } from '../research/search-rows.ts';

interface Engine {
  readonly label: string;
  readonly n: number;
  readonly why: string;
}

/** Minimum confidence of each wording. */
const HIGH = 0.8;
const MEDIUM = 0.5;

const formatConfidence = (confidence: number): string =>
  confidence >= HIGH ? 'high' : confidence >= MEDIUM ? 'medium' : 'low';

export const WEB_WORDS = {
  web: {
    ...shell.web,
    from: 'From the web',
    /** That no page was read stands above the answer. */
    offerAfter: 'Full pages may say more.',
    mayRead: 'KnowledgeLens can read full pages now.',

    title: 'Searches',
    sums: {
      searches: (n: number) => formatCount(n, { one: '# search', other: '# searches' }),
      results: (n: number) => (n === 0 ? 'nothing found' : formatCount(n, { one: '# result', other: '# results' })),
      relevant: (n: number) => `${n === 0 ? 'none' : formatNumber(n)} relevant`,
      read: (n: number) => (n === 0 ? 'no page read' : formatCount(n, { one: '# page read', other: '# pages read' })),
    },
    query: (n: number, of: number) => (of > 1 ? `Search ${formatNumber(n)} of ${formatNumber(of)}` : 'Searched for'),
    need: (need: string) => `To find out: ${need}`,
    strategy: { broader: 'Broader words', synonyms: 'Other words for the same', related: 'A related idea' },
    other: (words: string, why: string) => `${words}${why === '' ? '' : `: ${why}`}`,
    engines: 'Search engines',
    engine: {
      answered: ({ label, n }: Engine) => `${label}: ${formatCount(n, { one: '# result', other: '# results' })}`,
      failed: ({ label, why }: Engine) => (why.startsWith(label) ? why : `${label} failed: ${why}`),
      skipped: ({ label, why }: Engine) => (why.startsWith(label) ? why : `${label} was skipped: ${why}`),
      'not-needed': ({ label }: Engine) => `${label} wasn’t needed`,
    },
    none: 'Nothing found.',
    others: 'Also read',
    repeats: (n: number, of: number) =>
      n === of
        ? formatCount(n, { one: 'Found before.', other: 'All # found before.' })
        : `${formatNumber(n)} more, found before.`,

    grade: {
      words: (relevance: 'relevant' | 'not_relevant', confidence: number) =>
        `${relevance === 'relevant' ? 'Relevant' : 'Not relevant'} · ${formatConfidence(confidence)} confidence`,
      by: { model: '', rule: 'matched by keywords', none: '', user: '' },
      nobody: 'Not graded, but used',
      none: 'Not graded',
      need: (need: string) => `graded for “${need}”`,
    },
    fates: {
      read: 'Read',
      snippet: 'Excerpt only',
      banned: 'Excluded by you',
      'left-out': 'Not used',
      open: '',
      unused: 'Not read',
    } satisfies Record<Fate, string>,
    pinned: 'pinned by you',
    snippet: 'Excerpt',
    found: (engines: readonly string[]) => `found by ${formatList(engines)}`,

    pin: 'Pin',
    ban: 'Exclude',
    of: (what: string, title: string) => `${what}: ${title}`,
    answerAgain: 'Try again with these sources',
    answerAgainReading: 'Try again with full pages',
    restsNot: 'Not used in the answer.',
    answeredAgain: ({ without, using }: { readonly without: readonly string[]; readonly using: readonly string[] }) => {
      const parts = [
        without.length > 0 ? `without ${formatPages(without)}` : '',
        using.length > 0 ? `with ${formatPages(using)}` : '',
      ].filter((part) => part !== '');
      return `Tried again ${parts.join(', ') || 'from the same sources'}`;
    },

    reading: 'Reading pages',
    searching: 'Searching the web',
    graded: (relevant: number, of: number) =>
      formatCount(of, {
        one: `${formatNumber(relevant)} of # result relevant`,
        other: `${formatNumber(relevant)} of # results relevant`,
      }),
    gradedBy: {
      model: 'graded by the model',
      rule: 'matched by keywords',
      none: 'not graded',
      user: 'named by you',
    },

    quoted: 'Quoted from the web',
    quotedMixed: 'Quoted from pages here and on the web',
    openAt: 'Open the page at these words',
    ofSnippet: 'from the search engine’s excerpt',
  },
} as const;

const MAX_NAMED_HOSTS = 3;

/** Counts per host, because other pages of the same host may still be used. */
function formatPages(hosts: readonly string[]): string {
  const pagesByHost = new Map<string, number>();
  for (const host of hosts) pagesByHost.set(host, (pagesByHost.get(host) ?? 0) + 1);
  const named = [...pagesByHost]
    .slice(0, MAX_NAMED_HOSTS)
    .map(([host, n]) => formatCount(n, { one: `# page of ${host}`, other: `# pages of ${host}` }));
  const more = hosts.length - [...pagesByHost.values()].slice(0, MAX_NAMED_HOSTS).reduce((sum, n) => sum + n, 0);
  return named.join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '');
}
