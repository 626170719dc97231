import { formatCount, formatNumber } from './numbers.ts';

const VERDICTS = { verbatim: 'word for word', close: 'close: case or punctuation differ' } as const;

export const QUOTE_WORDS = {
  quotes: {
    title: {
      one: 'Quoted from the page',
      more: 'Quoted from the pages',
      picture: 'Quoted from the picture',
      pictures: 'Quoted from the pictures',
      both: 'Quoted from page and picture',
    },
    total: (n: number) => `(${formatNumber(n)})`,
    verdicts: VERDICTS,
    /** `show`: what a click does. */
    chip: (n: number, verdict: keyof typeof VERDICTS, words: string, show: string) =>
      `Quote ${formatNumber(n)}, ${VERDICTS[verdict]}: “${words}” ${show}`,
    show: 'Show on the page',
    /** Headings, outermost first. */
    path: (headings: readonly string[]) => headings.join(' › '),
    unverified: 'unverified',
    unverifiedHint: 'This quote was not found in what was read.',
    missing: (n: number) =>
      n === 1
        ? 'One quote could not be found in what was read and is not shown as a source.'
        : `${formatNumber(n)} quotes could not be found in what was read and are not shown as sources.`,
    checked: (found: number, missing: number) => {
      const all = formatCount(found + missing, 'quote', 'quotes');
      if (missing === 0) return found === 1 ? `${all}, found` : `${all}, all found`;
      return found === 0
        ? `${all}, ${missing === 1 ? 'not found' : 'none found'}`
        : `${all}, ${formatNumber(missing)} not found`;
    },
    looking: 'Looking for it on the page…',
    shown: {
      highlighted: 'Shown on the page.',
      moved: 'The page has changed since: this is the place that fits best.',
      opened: 'Opened the page again.',
      'not-found': 'This passage is no longer on the page.',
    },
  },
} as const;
