import { formatCount } from '../../lib/base/locale.ts';

export const FILE_WORDS = {
  files: {
    attached: 'Attached files',
    placeholder: 'Ask about the file…',
    several: (n: number) => formatCount(n, { one: '# file', other: '# files' }),
    summary: 'Summarise',
    tooMany: (n: number) => ({
      code: 'file.too-many',
      message: formatCount(n, {
        one: 'A question can have at most # file.',
        other: 'A question can have at most # files.',
      }),
      hint: 'Remove one first.',
    }),
    notKept: {
      code: 'file.not-kept',
      message: 'The browser didn’t save the file.',
      hint: 'Close some tabs or free disk space, then try again.',
    },
  },
} as const;
