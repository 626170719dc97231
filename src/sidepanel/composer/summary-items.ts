/** Summaries of another length or format than the settings', as items of menus. */
import type { AnswerStyle } from '../../lib/agent/frames/style.ts';
import type { MenuItem } from '../parts/menu.tsx';
import { t } from '../strings/shell.ts';

export type SummaryStyle = Partial<Pick<AnswerStyle, 'length' | 'format'>>;

const STYLES = {
  short: { length: 'short' },
  long: { length: 'long' },
  bullets: { format: 'bullets' },
  prose: { format: 'prose' },
} as const satisfies Record<string, SummaryStyle>;

export function listSummaryItems(summarise: (style: SummaryStyle) => void, refusal = ''): readonly MenuItem[] {
  return (Object.keys(STYLES) as (keyof typeof STYLES)[]).map((key) => ({
    key: `summary ${key}`,
    label: t.summaryStyles[key],
    act: () => summarise(STYLES[key]),
    refusal,
  }));
}
