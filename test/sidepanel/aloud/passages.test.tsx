/** What is said of an answer, and where it stands. */
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { collectPassages, MAX_PASSAGE } from '../../../src/sidepanel/aloud/passages.ts';
import { KnownLinksContext } from '../../../src/sidepanel/markdown/safe-text.ts';
import { Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';
import { markdownTexts } from '../markdown/markdown-arbitraries.ts';
import '../kit/loaded-parts.ts';

function show(markdown: string): HTMLElement {
  const article = document.createElement('article');
  const html = renderToStaticMarkup(
    <KnownLinksContext value={new Set(['https://ok.example/a'])}>
      <Markdown text={markdown} citations={[]} />
    </KnownLinksContext>,
  );
  article.append(document.createRange().createContextualFragment(html));
  return article;
}

const say = (markdown: string, language = 'en'): readonly string[] =>
  collectPassages(show(markdown), language).map(({ text }) => text);

describe('what is read aloud of an answer', () => {
  it.each<[string, string, readonly string[]]>([
    ['sentences', 'It rises. It\nfalls twice.', ['It rises.', 'It falls twice.']],
    ['headings and items', '# Tides\n\n- one\n- **two** of them', ['Tides', 'one', 'two of them']],
    ['code as a block of code', 'So:\n\n```js\nlet x = 1;\n```\n\nThe end.', ['So:', 'Code block.', 'The end.']],
    ['code within a line', 'Call `run()` now.', ['Call run() now.']],
    ['links by their words', 'See [the paper](https://ok.example/a).', ['See the paper.']],
    ['formulas by that name', 'So $\\frac{a}{b}$ falls with $x$.', ['So formula falls with x.']],
    ['a formula of its own', 'So:\n\n$$\na = b\n$$', ['So:', 'formula']],
    ['rows', '| a | b |\n|-|-|\n| one | two. |', ['a, b,', 'one, two.']],
    ['a task', '- [x] done it', ['done', 'done it']],
    ['no marks without words', '---\n\n* * *\n\n…', []],
  ])('is %s', (_what, markdown, said) => {
    expect(say(markdown)).toEqual(said);
  });

  it('leaves out the numbers of quotes', () => {
    const article = show('It rises.');
    const mark = document.createElement('button');
    mark.textContent = '1';
    article.querySelector('p')?.append(mark);
    expect(collectPassages(article, 'en').map(({ text }) => text)).toEqual(['It rises.']);
  });

  it('is cut into sentences of the language', () => {
    expect(say('潮汐每天涨落两次。它们很高。', 'zh')).toEqual(['潮汐每天涨落两次。', '它们很高。']);
    expect(say('Am 3. Mai kam Dr. Meier. Es war spät.', 'no language')).not.toEqual([]);
  });

  it('is in passages short enough for one utterance, of whole characters, that say all words of the text', () => {
    // so many words are shown within the first frame
    const word = fc.constantFrom('tide', 'and,', 'the', 'moon;', '潮汐每天', '😀', 'x'.repeat(170), '潮'.repeat(200));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const passages = say(words.join(' '), 'en');
        for (const passage of passages) {
          expect(passage.length).toBeLessThanOrEqual(MAX_PASSAGE);
          expect(() => encodeURIComponent(passage)).not.toThrow();
        }
        const letters = (text: string): string => text.replace(/[^\p{L}]/gu, '');
        expect(letters(passages.join(''))).toBe(letters(words.join('')));
      }),
      { numRuns: 200 },
    );
  });

  it('ends, and is all of the text, also of halves of characters', () => {
    const unit = fc.constantFrom(' ', 'a'.repeat(161), '\udc00', '\ud83d', '😀', ', ', '潮'.repeat(90));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const article = document.createElement('article');
        article.textContent = text;
        const passages = collectPassages(article, 'en').map((passage) => passage.text);
        expect(passages.every(({ length }) => length <= MAX_PASSAGE)).toBe(true);
        const letters = (all: string): string => all.replace(/[^\p{L}]/gu, '');
        expect(letters(passages.join(''))).toBe(letters(text));
      }),
    );
  });

  it('stands where it is said to, in the order of the text', () => {
    fc.assert(
      fc.property(markdownTexts, (markdown) => {
        const article = show(markdown);
        let end: Range | null = null;
        for (const { text, place } of collectPassages(article, 'en')) {
          const range = document.createRange();
          range.setStart(place.startContainer, place.startOffset);
          range.setEnd(place.endContainer, place.endOffset);
          if (end !== null) expect(end.compareBoundaryPoints(Range.START_TO_END, range)).toBeLessThanOrEqual(0);
          end = range;
          if (range.startContainer === range.endContainer && range.startContainer instanceof Text)
            expect(range.toString().replace(/\s/g, ' ').trim()).toBe(text);
        }
      }),
      { numRuns: 300 },
    );
  });
});
