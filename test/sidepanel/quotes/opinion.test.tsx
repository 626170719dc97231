/** How the second opinion of an answer is shown: beside what code says of its claims, never instead. */
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { SYSTEM_LABELS, type Citation } from '../../../src/lib/agent/frames/frames.ts';
import type { OpinionFrame } from '../../../src/lib/agent/frames/model-frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { missing, quoted } from '../../kit/runs/citations.ts';
import { estimated, OPENING, say } from '../kit/script.ts';
import { article, find, open, openReceipt, page, status } from '../kit/stand.tsx';

const TEXT =
  'Tides come often [twice a day](#p1).\n\n- They are high [At noon](#p1).\n- They vanish [never seen](#p2).';
const FOUND = quoted('twice a day');
const CLOSE = quoted('At noon', { verdict: 'close' }, { exact: 'at noon' });

const opinion = (by: string | null, doubts: OpinionFrame['doubts'] = []): FrameDraft => ({
  kind: 'opinion',
  labels: SYSTEM_LABELS,
  by,
  doubts,
});
const done = (citations: readonly Citation[]) => [...OPENING, say.reply(TEXT), say.answer(TEXT, '', citations)];

const chip = (n: number): HTMLElement | null => page().querySelector(`article button[data-number="${n}"]`);
const entries = (): HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.quotes .entry')];

describe('a second opinion [R11.14]', () => {
  it('marks the claims that it doubts, in the name of the model, and leaves what code says of them', async () => {
    const claim = { text: 'Tides come often', source: 'The water rises twice a day.' };
    const turned = { ...CLOSE, claim, mismatches: [{ claim: 'three', source: 'two' }] };
    const answered = done([{ ...FOUND, claim }, turned, missing('never seen', { ref: 'p2' })]);
    const checked = '1 quote checked · 1 to check · 1 not found';
    await open(estimated(), [...answered, say.aside('opinion')]);
    expect(status()).toContain('Asking for a second opinion');
    expect(find('.quotes summary')?.textContent).toBe(checked); // it does not wait
    const doubts = [
      { citation: 0, reason: 'not at all coasts' },
      { citation: 1, reason: 'noon is no time of tides' },
    ];
    const said = [...answered, say.aside('opinion'), say.reply('[]', 'opinion'), opinion('Swift\u202e 2', doubts)];
    await open(estimated(), said);
    expect(find('.quotes summary')?.textContent).toBe(`${checked} · 2 doubted`);
    expect([chip(1)?.dataset['shown'], chip(2)?.dataset['shown']]).toEqual(['1 · doubted', '2 · check this']);
    expect([chip(1)?.dataset['doubt'], chip(2)?.dataset['doubt']]).toEqual([undefined, 'check this']);
    expect(chip(1)?.getAttribute('aria-label')).toContain('doubts this: “not at all coasts”');
    expect(entries().map((entry) => [...entry.querySelectorAll('.mismatch')].map((told) => told.textContent))).toEqual([
      ['Swift 2 doubts this: not at all coasts'],
      ['check this The answer says three, the source says two', 'Swift 2 doubts this: noon is no time of tides'],
    ]);
    expect(find('.steps')?.textContent).toContain('Second opinion');
    expect(find('.steps')?.textContent).toContain('doubts 2 claims');
    expect(article()?.textContent).not.toContain('doubt');
    expect((await axe.run(page())).violations.map(({ id }) => id)).toEqual([]);
  });

  it('says nothing where a model doubts none of the claims, or none answered', async () => {
    const answered = done([{ ...FOUND, claim: { text: 't', source: 's' } }, CLOSE]);
    for (const by of ['Swift 2', null]) {
      await open(estimated(), [...answered, opinion(by)]);
      expect(find('.quotes summary')?.textContent).toBe('2 quotes checked');
      expect(chip(1)?.dataset['shown']).toBe('1');
      expect(find('.mismatch')).toBeNull();
    }
  });

  it('has a row of the receipt, apart from the answer that it is of', async () => {
    const asked = [say.aside('opinion'), say.reply('[]', 'opinion'), say.usage(500, 30, 'opinion'), opinion('Swift 2')];
    await open(estimated(), [...OPENING, say.reply('Tides.'), say.usage(3410, 200), say.answer('Tides.'), ...asked]);
    await openReceipt();
    const rows = [
      ...page().querySelectorAll<HTMLTableRowElement>('.receipt-rows table:has([data-total=step]) tbody tr'),
    ];
    expect(rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent))).toEqual([
      ['1. Write the summary', '3,410', '200'],
      ['2. Second opinion', '500', '30'],
    ]);
  });
});
