import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Passage, splitIntoPassagesAsync, splitIntoPassages } from '../../../../src/lib/pipeline/text/passages.ts';
import { markdown } from './arbitraries.ts';
import { countWords } from '../../../../src/lib/pipeline/text/terms.ts';

const words = (count: number, word = 'stone') => Array.from({ length: count }, () => word).join(' ');
const prose = (count: number) => Array.from({ length: count }, (_, i) => `Sentence ${i} says what it says.`).join(' ');
const texts = (passages: readonly Passage[]) => passages.map(({ text }) => text);

/** Pages of every kind, marks in odd places, every way to end a line, long blocks. */
const page = () =>
  fc.oneof(
    markdown(),
    fc.tuple(markdown(), fc.constantFrom('\n', '\r\n', '\r')).map(([text, end]) => text.replaceAll('\n', end)),
    fc.string({
      unit: fc.constantFrom('#', '-', '|', '`', ' ', '\n', '\r', 'a', '>', '。', '\u00a0', '😀'),
      maxLength: 200,
    }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom('A b c d. ', 'x ', '市议会周二开会。', 'ไทย', '😀', '- i\n', '\n', '\u2028'),
          fc.string(),
        ),
        {
          maxLength: 40,
        },
      )
      .map((pieces) => pieces.join('').repeat(20)),
  );

describe('a table', () => {
  const rows = Array.from(
    { length: 80 },
    (_, i) => `| Town${i} | ${1000 + i} | a note that says nothing of the place |`,
  );
  const table = ['| Town | People | Note |', '| --- | --- | --- |', ...rows].join('\n');

  it('is shown with its header in every passage, however long it is', () => {
    const passages = splitIntoPassages(`# Towns\n\n${table}\n${rows.join('\n').repeat(10)}`);
    expect(passages.length).toBeGreaterThan(10);
    for (const { shown } of passages) expect(shown).toContain('| Town | People | Note |\n| --- | --- | --- |\n| Town');
  });

  it('is shown with what its marks of repetition stand for, from an earlier passage too', () => {
    const many = Array.from({ length: 40 }, (_, i) => `| 〃 | ${2000 + i} | a note that says nothing of the year |`);
    const passages = splitIntoPassages(
      `| Town | Year | Note |\n| --- | --- | --- |\n| Bern | 1999 | x |\n${many.join('\n')}`,
    );
    expect(passages.length).toBeGreaterThan(1);
    const shown = passages.map((passage) => passage.shown).join('\n');
    for (let i = 0; i < 40; i += 1) expect(shown).toContain(`| Bern | ${2000 + i} |`);
    expect(shown).not.toContain('〃');
  });
});

describe('whatever the page', () => {
  it('shows every word of a passage', () => {
    fc.assert(
      fc.property(page(), (text) => {
        for (const passage of splitIntoPassages(text.replaceAll('〃', '')))
          expect(passage.shown.replace(/\s+/g, '')).toContain(passage.text.replace(/\s+/g, ''));
      }),
    );
  });

  it('gives ranges that slice back to the text, in order, without overlap', () => {
    fc.assert(
      fc.property(page(), (text) => {
        let end = 0;
        for (const passage of splitIntoPassages(text)) {
          expect(text.slice(passage.start, passage.end)).toBe(passage.text);
          expect(passage.start).toBeGreaterThanOrEqual(end);
          expect(passage.text.trim()).not.toBe('');
          end = passage.end;
        }
      }),
    );
  });

  it('puts every character that is not white space in a passage', () => {
    fc.assert(
      fc.property(page(), (text) => {
        let between = '';
        let end = 0;
        for (const passage of splitIntoPassages(text)) {
          between += text.slice(end, passage.start);
          end = passage.end;
        }
        expect((between + text.slice(end)).trim()).toBe('');
      }),
    );
  });

  it('gives each passage an id of its own, the same when something else stands before it', () => {
    fc.assert(
      fc.property(page(), page(), (before, text) => {
        const alone = splitIntoPassages(`# Below\n\n${text}`);
        expect(new Set(alone.map(({ id }) => id)).size).toBe(alone.length);
        const both = splitIntoPassages(`${before.replace(/[`~]/g, '')}\n\n# Below\n\n${text}`);
        const bare = (list: readonly Passage[]) => list.map(({ id, text: own }) => [id.replace(/-\d+$/, ''), own]);
        expect(bare(both.slice(both.length - alone.length))).toEqual(bare(alone));
      }),
    );
  });

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('😀', 'é', '字'), minLength: 500, maxLength: 9000 }), (text) => {
        for (const passage of splitIntoPassages(text)) expect(passage.text).not.toMatch(/\p{Surrogate}/u);
      }),
      { numRuns: 20 },
    );
  });

  it('reads the same in slices', async () => {
    await fc.assert(
      fc.asyncProperty(page(), async (text) => {
        expect(await splitIntoPassagesAsync(text)).toEqual(splitIntoPassages(text));
      }),
      { numRuns: 30 },
    );
  });
});

it('joins small neighbours, and gives a small rest to the passage before it', () => {
  const page = [words(40, 'one'), words(40, 'two'), words(150, 'three'), words(20, 'four')].join('\n\n');
  expect(splitIntoPassages(page).map(({ text }) => countWords(text))).toEqual([80, 170]);
});

it('never goes on past a heading, keeps a heading with what follows, and says the path', () => {
  const page = '# Guide\n\n## Install\n\nRun it.\n\n### On *Linux*\n\nRun that.\n\n## Empty\n\n## Use\n\nPress it.';
  expect(splitIntoPassages(page).map(({ text, path }) => [text, path])).toEqual([
    ['# Guide\n\n## Install\n\nRun it.', ['Guide', 'Install']],
    ['### On *Linux*\n\nRun that.', ['Guide', 'Install', 'On Linux']],
    ['## Empty', ['Guide', 'Empty']],
    ['## Use\n\nPress it.', ['Guide', 'Use']],
  ]);
});

it('cuts a long paragraph between sentences into pieces of like size', () => {
  const cut = splitIntoPassages(prose(100)); // 600 words
  expect(cut.length).toBeGreaterThanOrEqual(4);
  for (const { text } of cut) {
    expect(text).toMatch(/^Sentence .*\.$/);
    expect(countWords(text)).toBeGreaterThanOrEqual(60);
    expect(countWords(text)).toBeLessThanOrEqual(180);
  }
});

it('keeps a table, a list and code whole where they fit, and cuts them between lines where not', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `| row ${i} | some value |`).join('\n');
  const table = `| Name | Value |\n| --- | --- |\n${rows(30)}`;
  const code = ['```js', ...Array.from({ length: 40 }, (_, i) => `call(${i});\n`), '```'].join('\n');
  const list = Array.from({ length: 100 }, (_, i) => `- item ${i} with four words`).join('\n');
  expect(texts(splitIntoPassages(`${prose(20)}\n\n${table}\n\n${code}`))).toEqual([prose(20), table, code]);
  const pieces = texts(splitIntoPassages(list));
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join('\n')).toBe(list);
});

it('tells a repeated text by a suffix', () => {
  const [first, second, third] = splitIntoPassages('# A\n\nThe same.\n\n# A\n\nThe same.\n\n# A\n\nThe same.');
  expect(first?.id).toMatch(/^[0-9a-z]{7}$/);
  expect([second?.id, third?.id]).toEqual([`${first?.id ?? ''}-2`, `${first?.id ?? ''}-3`]);
});

it('cuts what has neither words nor sentences', () => {
  for (const { text } of splitIntoPassages('QUJD'.repeat(20_000))) expect(text.length).toBeLessThan(10_000);
});

it('stops when told to', async () => {
  await expect(splitIntoPassagesAsync('Word.', '', AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
});
