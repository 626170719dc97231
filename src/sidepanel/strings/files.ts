import { formatNumber } from '../../lib/base/numbers.ts';

export const FILE_WORDS = {
  files: {
    attached: 'Files that the question is about',
    placeholder: 'Ask about the file…',
    several: (n: number) => `${formatNumber(n)} files`,
    summary: 'Summarise',
    tooMany: (n: number) => ({
      code: 'file.too-many',
      message: `A question can be about ${formatNumber(n)} files at most.`,
      hint: 'Leave one of them out first.',
    }),
    notKept: {
      code: 'file.not-kept',
      message: 'The browser did not keep the file.',
      hint: 'Close other tabs or make room on the disk, and try again.',
    },
  },
} as const;
