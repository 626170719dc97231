import { formatCount, formatNumber } from '../../lib/base/locale.ts';
import { FORM_WORDS } from '../../ui/form-words.ts';

export const SERVER_TEXT_WORDS = {
  itsWords: (server: string) => `In the words of ${server}:`,
  sentTo: (host: string) => `What you enter is sent to ${host}.`,
  optional: 'Optional.',
  getting: 'Asking the server…',
  add: 'Add to the question',
  cut: 'The rest was left out: it was too long.',
  leftOut: (count: number) =>
    formatCount(count, {
      one: 'A picture, sound or file of it was left out.',
      other: '# pictures, sounds or files of it were left out.',
    }),
  beginning: 'This is its beginning. All of it is added.',
  file: (type: string, kilobytes: number) =>
    `A file of ${formatNumber(kilobytes)} KB${type === '' ? '' : ` (${type})`}.`,
  unreadable: (type: string) => `This kind of file can’t be read${type === '' ? '' : ` (${type})`}.`,
  kept: 'It is attached as a file of the server’s words. You send it.',
} as const;

export const PROMPT_WORDS = {
  close: 'Close without the prompt',
  get: 'Get the prompt',
  empty: 'The server’s prompt holds no text.',
  follow: 'Do what the attached prompt asks.',
} as const;

export const RESOURCE_WORDS = {
  close: 'Close without adding',
  get: 'Read it',
  empty: 'There is nothing in it.',
  listing: FORM_WORDS.askingServer,
  again: 'Try again',
  none: 'The server has nothing to add.',
  filter: 'Find',
  found: (count: number) => formatCount(count, { one: '# entry found.', other: '# entries found.' }),
  back: 'Back to the list',
} as const;
