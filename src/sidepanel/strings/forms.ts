/** Of what a server of tools asks. */
import { formatNumber } from '../../lib/base/numbers.ts';
import { formatCount } from './numbers.ts';
import type { FormField, FormProblem } from '../../lib/schema/form.ts';

const getBound = (field: FormField, side: 'min' | 'max'): number =>
  side in field ? (field as { min: number; max: number })[side] : 0;
const characters = (n: number): string => formatCount(n, 'character', 'characters');

const PROBLEMS: Readonly<Record<FormProblem, (field: FormField) => string>> = {
  missing: () => 'This is needed.',
  option: () => 'Choose one of these.',
  short: (field) => `At least ${characters(getBound(field, 'min'))}.`,
  long: (field) => `At most ${characters(getBound(field, 'max'))}.`,
  total: () => 'All that is entered here is too long together. Shorten this.',
  number: () => 'Enter a number, such as 12 or 0.5.',
  whole: () => 'Enter a whole number.',
  low: (field) => `At least ${formatNumber(getBound(field, 'min'))}.`,
  high: (field) => `At most ${formatNumber(getBound(field, 'max'))}.`,
  few: (field) => `Choose at least ${formatNumber(getBound(field, 'min'))}.`,
  many: (field) => `Choose at most ${formatNumber(getBound(field, 'max'))}.`,
  email: () => 'Enter an email address, such as ada@example.org.',
  uri: () => 'Enter an address, such as https://example.org.',
  date: () => 'Enter a date.',
  'date-time': () => 'Enter a date and a time.',
};

export const FORM_TEXTS = {
  title: 'A tool server asks you',
  itsWords: 'In its words:',
  warning: 'What you enter goes to this server alone. Never enter a password.',
  optional: (label: string) => `${label} (optional)`,
  none: 'Not chosen',
  yes: 'Yes',
  no: 'No',
  answer: 'Answer',
  decline: 'Decline',
  page: {
    title: 'A tool server asks you to open a page',
    page: 'The page is at',
    warning: 'It opens in a new tab. Look at its host before you enter anything there.',
    accept: 'Open page',
    decline: 'Decline',
  },
  sampling: {
    title: 'A tool server asks your model',
    system: 'Instructions',
    roles: { user: 'Question', assistant: 'Earlier answer' },
    /** Null: not known. */
    most: (input: number, output: number, amount: string | null) =>
      `At most ${formatCount(input, 'token', 'tokens')} in, ${formatNumber(output)} out: ${amount ?? 'the price is not known'}.`,
    free: 'free',
    warning: 'Your model is shown these words and nothing else. Its answer goes to this server alone.',
    accept: 'Let it answer',
    decline: 'Decline',
  },
  problem: (problem: FormProblem, field: FormField) => PROBLEMS[problem](field),
} as const;
