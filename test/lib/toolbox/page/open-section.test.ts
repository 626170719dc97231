/** The outline of a long page names passages, and each of them opens the section that begins there. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolError } from '../../../../src/lib/agent/tool-calls/index.ts';
import { toUserError } from '../../../../src/lib/base/errors.ts';
import { openSection } from '../../../../src/lib/toolbox/page/open-section.ts';
import type { SearchableText } from '../../../../src/lib/toolbox/page/passage-search.ts';
import { renderSource } from '../../../../src/lib/toolbox/sources.ts';

const { signal } = new AbortController();
const paragraph = (n: number): string =>
  `Paragraph ${n} keeps a slow and patient record of the sea that nobody in the town has ever read. `.repeat(4).trim();
const article = (sections: readonly number[]): string => {
  let n = 0;
  return sections
    .map((size, at) => `## Part ${at}\n\n${Array.from({ length: size }, () => paragraph((n += 1))).join('\n\n')}`)
    .join('\n\n');
};
const show = (text: string): Promise<string> =>
  renderSource(text, { language: 'en', source: 0, tokens: 100_000 }, signal);
const readOutline = async (text: string): Promise<readonly (readonly [ref: string, heading: string])[]> =>
  Array.from((await show(text)).matchAll(/^- \[([^\]]+)\] (.+)$/gm), ([, ref = '', heading = '']) => [ref, heading]);

const refuse = (texts: readonly SearchableText[], given: string): Promise<{ error: unknown; advice: string }> =>
  openSection(texts, given, 5, signal).then(
    () => ({ error: null, advice: '' }),
    (thrown: unknown) => ({ error: toUserError(thrown), advice: thrown instanceof ToolError ? thrown.advice : '' }),
  );

test('each id of the outline opens its section from the beginning, and what is named next the rest of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 10 }),
      async (sections, limit) => {
        const text = article(sections);
        const outline = await readOutline(text);
        expect(outline.map(([, heading]) => heading)).toEqual(sections.map((_, at) => `Part ${at}`));
        const said: string[] = [];
        for (const [ref] of outline)
          for (let next = ref; next !== '';) {
            const opened = await openSection([{ text, language: 'en' }], next, limit, signal);
            expect(opened.found.ids.length).toBeLessThanOrEqual(limit);
            expect(opened.found.ids[0]).toBe(next);
            said.push(...opened.found.spans.map(([start, end]) => opened.found.text.slice(start, end)));
            next = opened.next;
          }
        expect(said.join('\n\n')).toBe(text);
      },
    ),
  );
});

test('a passage of another source is opened by its whole reference', async () => {
  const texts = [
    { text: article([2]), language: 'en' },
    { text: `## Elsewhere\n\n${paragraph(50)}`, language: 'en', place: 'In comments and reviews' },
  ];
  const { advice } = await refuse(texts, 'Elsewhere');
  const [, ref = ''] = /\[(2\/[^\]]+)\] Elsewhere/.exec(advice) ?? [];
  for (const given of [ref, `[${ref}]`, `#${ref}`, ref.slice(2)]) {
    const { found, next } = await openSection(texts, given, 5, signal);
    expect(found.text).toContain(`[${ref}] In comments and reviews › Elsewhere\n`);
    expect([found.from, next]).toEqual([[1], '']);
  }
});

test('an id that there is not is refused with the nearest headings', async () => {
  const text = article([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  const outline = await readOutline(text);
  const [ref = '', heading = ''] = outline[10] ?? [];
  for (const given of [`${ref.slice(0, 6)}_`, heading]) {
    const { error, advice } = await refuse([{ text, language: 'en' }], given);
    expect(error).toMatchObject({ code: 'tool.no-such-section', message: `No passage has the id ${given}.` });
    expect(advice).toContain(`nearest headings: [${ref}] ${heading}; `);
    expect(advice.match(/\] Part/g)).toHaveLength(8);
  }
  expect((await refuse([{ text: 'x', language: '' }], 'y')).advice).toContain('no headings');
});
