import { describe, expect, it } from 'vitest';
import { createExtractiveModel } from '../../../../src/lib/models/extractive/extractive-model.ts';
import { countWords } from '../../../../src/lib/pipeline/text/terms.ts';
import { counterOf } from '../../../kit/base/counter.ts';

const model = createExtractiveModel(counterOf((text) => Math.ceil(text.length / 4)));

async function summaryOf(
  text: string,
  { title = '', language }: { readonly title?: string; readonly language: string },
) {
  const document = { type: 'document', title, url: 'https://a.example/', language, text } as const;
  const messages = [{ role: 'user' as const, content: [document] }];
  let said = '';
  for await (const event of model.stream(
    { task: 'summarise', maxOutputTokens: 800, messages },
    new AbortController().signal,
  ))
    if (event.type === 'text') said += event.text;
  return said;
}

const NOUNS = 'harbour bakery museum orchard railway theatre'.split(' ');
/** Sentences that have little in common. */
const STORY = NOUNS.flatMap((noun, i) => [
  `Every ${noun} near town ${i} keeps ${i + 7} ${noun}ers busy.`,
  `In spring the mayor paints one ${noun} ${['red', 'blue', 'green'][i % 3] ?? ''} with ${i + 40} litres of colour.`,
]).join(' ');

describe('a point of a summary', () => {
  const linesOf = (said: string) => said.split('\n').map((line) => line.replace(/^- /, ''));

  it('is not the title again', async () => {
    const said = await summaryOf(`The council closes the old bridge. ${STORY}`, {
      title: 'The council closes the old bridge',
      language: 'en',
    });
    expect(said).toMatch(/^\*\*The council closes the old bridge\*\*\n\n\S/);
    expect(said.match(/closes the old bridge/g)).toHaveLength(1);
  });

  it('is no question', async () => {
    const said = await summaryOf(`How do I exit vim?\n\nPress the escape key, type :q! and press Enter. Is that all?`, {
      title: 'How do I exit vim?',
      language: 'en',
    });
    expect(said).toBe('**How do I exit vim?**\n\nPress the escape key, type :q! and press Enter.');
  });

  it('is no row of contrasts that is longer than a summary', async () => {
    const row = Array.from({ length: 12 }, (_, i) => {
      const who = ['ferry', 'captain', 'crew', 'wind', 'tide', 'bell'][i % 6] ?? '';
      return `${i === 0 ? 'Today' : 'But'} the ${who} of the ${NOUNS[i % 6] ?? ''} leaves the quay at hour ${String(i)} ${'very '.repeat(i % 4)}late.`;
    });
    const title = 'The ferry of the harbour in spring';
    const said = await summaryOf(`${row.join(' ')} ${STORY}`, { language: 'en', title });
    expect(countWords(said)).toBeLessThanOrEqual(150);
    expect(said).not.toContain('leaves the quay');
  });

  it.each([
    ['en', 'Many people fear that the vaccine is harmful.', 'However, three large trials found no harm at all.'],
    ['en', 'Many people fear that the vaccine is harmful.', 'The three large trials, however, found no harm at all.'],
    ['de', 'Viele Menschen halten den Impfstoff für schädlich.', 'Drei große Studien fanden jedoch keinen Schaden.'],
    ['fr', 'Beaucoup de gens craignent que le vaccin soit nocif.', 'Pourtant, trois grands essais n’ont rien trouvé.'],
    ['es', 'Mucha gente teme que la vacuna sea dañina.', 'Sin embargo, tres grandes ensayos no hallaron daño alguno.'],
    ['pt', 'Muita gente teme que a vacina seja nociva.', 'No entanto, três grandes ensaios não acharam dano algum.'],
    ['hi', 'कई लोगों को डर है कि टीका हानिकारक है।', 'लेकिन तीन बड़े परीक्षणों में कोई हानि नहीं मिली।'],
    ['ru', 'Многие боятся, что вакцина вредна для людей.', 'Однако три больших испытания не нашли вреда.'],
    ['zh', '许多人担心这种疫苗对人体有害。', '然而三项大型试验没有发现任何危害。'],
    ['ja', '多くの人がそのワクチンは有害だと心配している。', 'しかし三つの大規模な試験では害は見つからなかった。'],
  ])('keeps a contrast with the sentence that it turns: %s', async (language, turned, turning) => {
    const pages = [
      `${turned} ${turning} ${STORY}`,
      `${STORY} ${turned} ${turning}`,
      `${STORY}\n\n${turned}\n\n${turning}`,
      `${turned} ${turning}`,
      `${STORY} ${turned} ${turning.slice(0, -2)} (`, // unfit to be shown
    ];
    for (const [nth, page] of pages.entries()) {
      const said = await summaryOf(page, { language, title: nth % 2 === 0 ? turned.slice(5, 25) : '' });
      expect(said.includes(turned)).toBe(said.includes(`${turned} ${turning}`));
      expect(linesOf(said)).not.toContain(turning);
      if (nth === 3) expect(said).toBe(`${turned} ${turning}`);
    }
  });
});
