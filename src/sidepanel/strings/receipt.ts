import { t as shell } from './shell.ts';
import { formatCount, formatNumber } from '../../lib/base/locale.ts';
import { FORM_WORDS } from '../../ui/form-words.ts';
import { formatShortAmount } from './numbers.ts';

export const RECEIPT_WORDS = {
  receipt: {
    ...shell.receipt,
    title: 'Receipt',
    close: 'Close the receipt',
    amount: formatShortAmount,
    atLeast: FORM_WORDS.atLeast,
    onComputer: (n: number) => formatCount(n, { one: 'free · # token', other: 'free · # tokens' }),
    by: { step: 'By step', source: 'By source', model: 'By model', agent: 'By agent' },
    what: { step: 'Step', source: 'Source', model: 'Model', agent: 'Agent' },
    costs: 'cost',
    costsIn: 'US$',
    total: 'Total',
    step: (step: number, title: string) => `${formatNumber(step)}. ${title}`,
    sources: {
      instructions: 'Instructions and tools',
      user: 'Your words',
      model: 'Earlier answers',
      tools: 'Tool results',
      unknown: 'Other',
      written: 'Model output',
    },
    also: {
      look: 'and looking at a picture',
      grade: 'and grading the results',
      rewrite: 'and rephrasing the search',
      rank: 'and comparing meanings',
      reflect: 'and learning why it failed',
      compact: 'and shortening the context',
      sample: 'and answering the tool server',
    },
    figures: { provider: '', counted: 'counted here', lost: 'partly estimated' },
    cached: (n: number) => `${formatNumber(n)} cached`,
    reasoning: (n: number) => `${formatNumber(n)} thinking`,
    pageCut: 'Only the first part of the page was read and counted.',
    shares: 'Sources are estimates, scaled to what each call is charged for.',
    /** Has as many decimals as the total needs: the column must align. */
    cost: (value: number, total: number) => {
      const digits = total > 0 ? Math.min(10, Math.max(2, 2 - Math.floor(Math.log10(total)))) : 2;
      return formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    },
  },
} as const;
