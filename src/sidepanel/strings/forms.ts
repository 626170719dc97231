/** Words of the forms in which a tool server asks. */
import { formatCount, formatNumber } from '../../lib/base/locale.ts';
import { formatTokens } from '../../ui/form-words.ts';
import { SHARED_WORDS } from '../../ui/words.ts';
import type { FormField, FormProblem } from '../../lib/schema/form.ts';

const getBound = (field: FormField, side: 'min' | 'max'): number =>
  side in field ? (field as { min: number; max: number })[side] : 0;

const PROBLEMS: Readonly<Record<FormProblem, (field: FormField) => string>> = {
  missing: () => 'Required.',
  option: () => 'Choose one of these.',
  short: (field) =>
    formatCount(getBound(field, 'min'), { one: 'At least # character.', other: 'At least # characters.' }),
  long: (field) => formatCount(getBound(field, 'max'), { one: 'At most # character.', other: 'At most # characters.' }),
  total: () => 'Your answers are too long together. Shorten this one.',
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
  warning: 'Your answers go only to this server. Never enter a password.',
  optional: (label: string) => `${label} (optional)`,
  none: 'Not chosen',
  yes: 'Yes',
  no: 'No',
  answer: 'Answer',
  decline: 'Decline',
  page: {
    title: 'A tool server asks you to open a page',
    page: 'Page address',
    warning: 'It opens in a new tab. Check its address before you enter anything there.',
    accept: 'Open page',
    decline: 'Decline',
  },
  sampling: {
    title: 'A tool server asks your model',
    system: 'Instructions',
    roles: { user: 'Question', assistant: 'Earlier answer' },
    /** Null: not known. */
    most: (input: number, output: number, amount: string | null) =>
      `At most ${formatTokens(input)} in, ${formatNumber(output)} out: ${amount ?? 'no price set'}.`,
    free: SHARED_WORDS.free,
    warning: 'Your model sees only these words. Its answer goes only to this server.',
    accept: 'Let it answer',
    decline: 'Decline',
  },
  problem: (problem: FormProblem, field: FormField) => PROBLEMS[problem](field),
} as const;
