import { formatCount } from '../../lib/base/locale.ts';

export const TAB_WORDS = {
  close: 'Close the list',
  title: 'Open tabs',
  none: 'No other tab in this window can be read.',
  full: (n: number) => formatCount(n, { one: '# tab at most', other: '# tabs at most' }),
  hidden: (n: number) =>
    formatCount(n, {
      one: '# tab needs permission.',
      other: '# tabs need permission.',
    }),
} as const;
