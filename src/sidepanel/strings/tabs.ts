import { formatCount } from '../../lib/base/locale.ts';

export const TAB_WORDS = {
  close: 'Close the list',
  title: 'Tabs of this window',
  none: 'No other tab of this window shows a page that can be read.',
  full: (n: number) => formatCount(n, { one: '# tab at most', other: '# tabs at most' }),
  hidden: (n: number) =>
    formatCount(n, {
      one: 'The browser hides # tab from KnowledgeLens.',
      other: 'The browser hides # tabs from KnowledgeLens.',
    }),
} as const;
