import { describe, expect, it } from 'vitest';
import type { SpendingRow } from '../../src/lib/protocol/requests/spending.ts';
import { accessibilityFaults, button, open, page, press } from './page.ts';

const rowOf = (period: string, label: string, known: number, unknown: number): SpendingRow => ({
  ...{ period, label, model: label, calls: 2 },
  expense: { input: 12_000, output: 340, bill: { free: 0, known, unknown, asOf: known > 0 ? ['2025-09-01'] : [] } },
});
const ROWS = [
  rowOf('2026-11-24', 'gpt-4o-mini at api.openai.com', 0.0123, 0),
  rowOf('2026-11-24', 'llama3.2 at localhost:11434', 0, 0),
  rowOf('2026-11-23', 'one at example.org', 0.5, 1),
  rowOf('2026-08', 'two at example.org', 0, 2),
];
const listCells = (): string[][] =>
  [...page.querySelectorAll('.spending tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

describe('spending in the settings', () => {
  it('is listed by day and model, and says what is free, at least or not known [R11.4]', async () => {
    await open({ spending: ROWS });
    expect(listCells()).toEqual([
      ['2026-11-24', 'gpt-4o-mini at api.openai.com', '12,000', '340', '$0.0123'],
      ['2026-11-24', 'llama3.2 at localhost:11434', '12,000', '340', 'free'],
      ['2026-11-23', 'one at example.org', '12,000', '340', 'at least $0.5'],
      ['2026-08', 'two at example.org', '12,000', '340', 'no price set'],
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('is forgotten only after a question', async () => {
    const { did } = await open({ spending: ROWS });
    await press('Clear spending');
    await press('Cancel');
    expect(did).toEqual([]);
    expect(listCells()).toHaveLength(4);
    await press('Clear spending');
    await press('Yes, delete');
    expect(did).toEqual([['clear spending']]);
    expect(listCells()).toEqual([]);
    expect(button('Clear spending')).toBeUndefined();
    expect(page.textContent).toContain('Spending was cleared.');
  });

  it('has nothing to clear where nothing was spent', async () => {
    await open();
    expect(page.textContent).toContain('No model used yet.');
    expect(button('Clear spending')).toBeUndefined();
  });
});
