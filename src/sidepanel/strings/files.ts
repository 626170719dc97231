import { formatCount } from '../../lib/base/locale.ts';

export const FILE_WORDS = {
  files: {
    attached: 'Files that the question is about',
    placeholder: 'Ask about the file…',
    several: (n: number) => formatCount(n, { one: '# file', other: '# files' }),
    summary: 'Summarise',
    tooMany: (n: number) => ({
      code: 'file.too-many',
      message: formatCount(n, {
        one: 'A question can be about # file at most.',
        other: 'A question can be about # files at most.',
      }),
      hint: 'Leave one of them out first.',
    }),
    notKept: {
      code: 'file.not-kept',
      message: 'The browser did not keep the file.',
      hint: 'Close other tabs or make room on the disk, and try again.',
    },
  },
} as const;
