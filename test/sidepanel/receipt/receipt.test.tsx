import axe from 'axe-core';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { acted } from '../kit/acted.ts';
import { ANSWERED, LONG_RUN } from '../kit/long-run.ts';
import { estimated, models, OPENING, say } from '../kit/script.ts';
import { find, open, openReceipt, page, receipt } from '../kit/stand.tsx';
import { formatSource } from '../../../src/sidepanel/receipt/receipt-rows.tsx';

async function show(run: readonly FrameDraft[]): Promise<void> {
  await open(estimated(), run);
  await openReceipt();
}
const table = (of: 'step' | 'source'): HTMLTableElement | null =>
  find(`.receipt-rows table:has([data-total=${of}])`) as HTMLTableElement | null;
const cells = (row: HTMLTableRowElement): string[] => [...row.cells].map(({ textContent }) => textContent);
const rows = (of: 'step' | 'source'): string[][] => [...(table(of)?.tBodies[0]?.rows ?? [])].map(cells);

describe('the receipt of a run', () => {
  it('says what each step took and was, with what else there is to know of its figures', async () => {
    await show(ANSWERED);
    expect(table('step')?.caption?.textContent).toBe('By step');
    expect(rows('step')).toEqual([
      ['1. Look in the pageand learning why it failed, 2 calls', '3,217', '119', '0.0092'],
      ['2. Look in the page2,304 cached, 40 thinking', '2,790', '74', '0.0025'],
      ['3. Look in the pageand shortening the context, 2 calls, partly estimated', '3,271', '108', '0.0093'],
      ['4. Write the answer', '2,510', '48', '0.0068'],
    ]);
  });

  it('says whose words the input was, and what the model wrote', async () => {
    await show(ANSWERED);
    expect(rows('source').map(([name]) => name?.replace(/[\d,]+ (?:cached|thinking)/, ''))).toEqual([
      'harbour-ledger.example',
      'Instructions and tools',
      'Other',
      'Tool results',
      'tides.example',
      'Earlier answers',
      'Your words',
      'Model output',
    ]);
    expect(rows('source').at(-1)).toEqual(['Model output40 thinking', '0', '349', '0.0035']);
  });

  it('adds up to the totals above it, row by row, both ways', async () => {
    await show(ANSWERED);
    for (const of of ['step', 'source'] as const) {
      const all = [...(table(of)?.tBodies[0]?.rows ?? [])];
      for (const figure of ['input', 'output'] as const) {
        const sum = all.reduce((known, { dataset }) => known + Number(dataset[figure]), 0);
        expect(String(sum)).toBe(receipt()?.[figure]);
        expect(find(`[data-total=${of}]`)?.dataset[figure]).toBe(receipt()?.[figure]);
      }
    }
  });

  it('counts while the run goes on, and knows a step that has not been decided by what it is asked', async () => {
    await show([...OPENING, say.reply('', 'answer', 'failed'), say.usage(3410, 0)]);
    expect(rows('step')).toEqual([['1. Write the summary', '3,410', '0']]);
    expect(rows('source').map(([name]) => name)).toEqual(['Other']);
  });

  it('says no cost where nobody is charged', async () => {
    await show([say.invoked({ models: models({ metered: false }) }), say.decide('d', 1), say.usage(7, 1, 'd')]);
    expect(rows('step')).toEqual([['1. Planning', '7', '1']]);
  });

  it('is not there before anything was spent', async () => {
    await open(estimated(), OPENING);
    expect(find('.status .cost')).toBeNull();
  });

  it('can be read without seeing it', async () => {
    await show(LONG_RUN);
    await acted(() => {
      for (const fold of page().querySelectorAll('details')) fold.open = true;
    });
    const parts = { include: ['.receipt', '.steps'] };
    const { violations } = await act(() => axe.run(parts, { rules: { 'color-contrast': { enabled: false } } }));
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    for (const cell of page().querySelectorAll('.receipt-rows th')) expect(cell.hasAttribute('scope')).toBe(true);
  });
});

describe('the name of a source', () => {
  it.each([
    ['https://example.org', 'example.org'],
    ['https://example.org:8443', 'example.org:8443'],
    ['http://example.org', 'http://example.org'],
    ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
    ['https://example.org/written', 'https://example.org/written'],
    ['toString', 'toString'],
    ['dir\u202Eection', 'dir\\u202Eection'],
  ])('%j is %j', (source, name) => {
    expect(formatSource(source)).toBe(name);
  });
});
