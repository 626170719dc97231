import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { alignQuote as alignAt } from '../../../../src/lib/pipeline/cite/align.ts';
import { openSource } from '../../../../src/lib/pipeline/cite/source.ts';
import { parseMarkdown } from '../../../../src/sidepanel/markdown/parse.ts';
import { alignQuote } from './align-quote.ts';

const verdictOf = (quote: string, ...texts: readonly string[]) =>
  alignQuote(
    quote,
    texts.map((text) => openSource(text)),
    '',
  ).verdict;
const exactOf = (quote: string, text: string) => alignQuote(quote, [openSource(text)], '').place?.exact;

const NEWS = `# River *News*

The **mayor** said [nobody](https://a.example/b) would be “left behind” – at -5 °C.[\\[12\\]](#c12) Next it was 1.5 million.

- one item
- two \`a*b\` items

2. Second step
3. Third step

| City | People |
| --- | --- |
| Berlin | 3,600,000 |

Is it safe? It is not illegal, the non-toxic well-known one (10²) says: 15% of €5 in 10–20 days.

市议会
周二开会。`;

describe('a quote of a row whose first cell spans several', () => {
  const table =
    '| Town | Year | People |\n| --- | --- | --- |\n| Bern | 2020 | 133,000 |\n| 〃 | 2021 | 135,000 |\n| Basel | 2021 | 178,000 |';

  it('is found with the cell’s words, and with them in no other row', () => {
    expect(verdictOf('| Bern | 2021 | 135,000 |', table)).toBe('verbatim');
    expect(verdictOf('Bern 2021 135,000', table)).toBe('verbatim');
    expect(verdictOf('2021 135,000', table)).toBe('verbatim');
    expect(verdictOf('Basel 2021 135,000', table)).toBe('missing');
    expect(verdictOf('Bern 2021 178,000', table)).toBe('missing');
  });

  it('is looked up on the page in the words that the page has there', () => {
    expect(exactOf('Bern 2021 135,000', table)).toBe('2021 135,000');
  });
});

describe('a quote', () => {
  it.each([
    'The mayor said nobody would be "left behind" - at -5 °C.',
    'The **mayor** said [nobody](https://a.example/b) would',
    '**mayor** said [nobody](https://a.exa',
    'mayor** said nobody',
    '[nobody would',
    'at -5 °C.[12] Next it',
    'at -5 °C. Next it',
    'one item two a*b items',
    '- two `a*b` items',
    '3. Third step',
    '| Berlin | 3,600,000 |',
    'Berlin | 3,600,000',
    'Berlin 3,600,000',
    'River News The mayor',
    '# River News',
    '市议会周二开会',
    '“Is it safe?”',
    '… It is not illegal …',
  ])('that stands there is verbatim: %j', (quote) => {
    expect(verdictOf(quote, NEWS)).toBe('verbatim');
  });

  it.each(['THE MAYOR SAID NOBODY', 'the mayor said nobody would be left behind', 'It is not illegal the non-toxic'])(
    'that differs in what changes nothing is close: %j',
    (quote) => {
      expect(verdictOf(quote, NEWS)).toBe('close');
    },
  );

  it.each([
    'The mayor said nobody … it was 1.5 million',
    'The mayor said [...] left behind – at -5 °C',
    'it is not illegal ... 15% of €5',
    'Is it safe',
  ])('that leaves out what may change it is shortened: %j', (quote) => {
    expect(verdictOf(quote, NEWS)).toBe('shortened');
  });

  it.each([
    ['', 'no words'],
    ['…', 'no words'],
    ['[](#a)', 'no words'],
    ['legal', 'within a word'],
    ['5 million', 'within a number'],
    ['5 °C', 'without its sign'],
    ['5% of', 'within a number'],
    ['15', 'without its unit'],
    ['5 in', 'without its currency'],
    ['toxic', 'within a compound'],
    ['20 days', 'half of a range'],
    ['102', 'another number'],
    ['2. Third step', 'another number before it'],
    ['2016. Third step', 'a number that is not there'],
    ['> 1.5 million', 'a comparison that is not there'],
    ['- 5 °C', 'another sign'],
    ['Is it safe It is not', 'a question made a statement'],
    ['The mayor said that nobody', 'an added word'],
    ['The mayor said left behind', 'a dropped part'],
    ['The mayor said nobody was 1.5 million', 'two stitched together'],
    ['The mayor said nobody … Berlin was there', 'a fragment that is not there'],
    ['mayor … behind', 'fragments that are too short'],
    ['it was 1.5 million … the mayor said nobody', 'fragments in another order'],
    ['°C.[13] Next it', 'another footnote'],
    ['12 Next it was', 'the number of a footnote'],
    ['The mayor <not> said', 'a word in angle brackets'],
  ])('is missing: %j, %s', (quote) => {
    expect(alignQuote(quote, [openSource(NEWS)], '')).toEqual({ verdict: 'missing', place: null });
  });

  it('that is too long is not looked up', () => {
    const long = 'word '.repeat(201).trim();
    expect(verdictOf(long, long)).toBe('missing');
    expect(verdictOf(long.slice(5), long)).toBe('verbatim');
  });

  it('with an ellipsis goes on neither far below nor under another heading', () => {
    const far = 'so it went on and on '.repeat(35);
    expect(
      verdictOf('the first three words … the last three words', `the first three words ${far}the last three words`),
    ).toBe('missing');
    expect(
      verdictOf(
        'the first three words … the last three words',
        'the first three words\n\n## Then\n\nthe last three words',
      ),
    ).toBe('missing');
    expect(
      verdictOf(
        'the first three words … the last three words',
        'the first three words\n\nThen\n\nthe last three words',
      ),
    ).toBe('close');
    expect(verdictOf('市议会周二开会市长 … 不会落下任何人口', '市议会周二开会市长，上午表示，不会落下任何人口')).toBe(
      'close',
    );
  });

  it('with an ellipsis is found where its fragments are near each other, not where the first stands first', () => {
    const far = 'so it went on and on '.repeat(35);
    const text = `the first three words ${far}the first three words and the last three words`;
    expect(alignQuote('the first three words … the last three words', [openSource(text)], '').place?.start).toBe(
      text.lastIndexOf('the first'),
    );
  });
});

describe('the place of a quote', () => {
  const twice = '# One\n\nThe same words stand here.\n\n# Two\n\nAnd the same words stand here.';

  it('is in the passage that the model named, else the first', () => {
    const source = openSource(twice);
    const [, second] = source.getPassages();
    expect(alignQuote('same words stand', [source], '').place?.path).toEqual(['One']);
    expect(alignQuote('same words stand', [source], second?.id ?? '').place).toMatchObject({
      passage: second?.id,
      path: ['Two'],
    });
  });

  it('is what the words say, whatever id the model made up', () => {
    const source = openSource(twice);
    for (const ref of ['zzzzzzz', '7/zzzzzzz', `2/${source.getPassages()[1]?.id ?? ''}`, '__proto__']) {
      expect(alignQuote('same words stand', [source], ref).place?.passage).toBe(source.getPassages()[0]?.id);
      expect(alignQuote('other words stand', [source], ref).verdict).toBe('missing');
    }
    expect(alignQuote('other words stand', [source], source.getPassages()[1]?.id ?? '')).toEqual({
      verdict: 'missing',
      place: null,
    });
  });

  it('is in the source that the id’s prefix names', () => {
    const sources = [openSource(twice), openSource(twice)];
    const id = sources[1]?.getPassages()[0]?.id ?? '';
    expect(alignQuote('same words stand', sources, id).place?.source).toBe(0);
    expect(alignQuote('same words stand', sources, `2/${id}`).place?.source).toBe(1);
  });

  it('has the words around it, and ends with the words themselves', () => {
    const text = 'Before **that**, “the *words* [here](https://a.example)”, and after.';
    const { place } = alignQuote('the words here', [openSource(text)], '');
    expect(text.slice(place?.start, place?.end)).toBe('the *words* [here');
    expect(place).toMatchObject({ exact: 'the words here', before: 'Before that, “', after: '”, and after.' });
  });

  it('may go over two passages', () => {
    const text = `${'word '.repeat(170)}ends.\n\nBegins ${'word '.repeat(170)}`;
    const source = openSource(text);
    expect(source.getPassages().length).toBe(2);
    expect(alignQuote('ends. Begins', [source], source.getPassages()[1]?.id ?? '').place?.passage).toBe(
      source.getPassages()[0]?.id,
    );
  });
});

it.each([
  ['l’Union européenne', 'Union européenne', 'verbatim'],
  ['he can’t go', 'he can', 'missing'],
  ['il n’est pas', 'est pas', 'missing'],
  ['at 100 km/h', '100 km', 'missing'],
  ['in C++ and C#', 'in C', 'missing'],
  ['at 10:30 then', '30 then', 'missing'],
  ['5\u00a0000 people', '000 people', 'missing'],
  ['das ist fast–nichts', 'nichts', 'verbatim'],
  ['在2015年', '2015', 'verbatim'],
  ['第15人', '5人', 'missing'],
  ['eﬃcient', 'ffi', 'missing'],
])('in %j, %j is %s', (text, quote, verdict) => {
  expect(verdictOf(quote, text)).toBe(verdict);
});

it('reads a source whose marks make no words of it', () => {
  expect(exactOf('a not code b', '```\na\nnot code\n```\n\n    b')).toBe('a not code b');
});

describe('on the golden pages', () => {
  const pages = new URL('../../../fixtures/pages/', import.meta.url);
  /** The words of each paragraph and cell, by another reader of Markdown. */
  const texts = (node: Nodes): readonly string[] => {
    const words = (inner: Nodes): string =>
      inner.type === 'text' || inner.type === 'inlineCode'
        ? inner.value
        : inner.type === 'break'
          ? ' '
          : 'children' in inner
            ? inner.children.map(words).join('')
            : '';
    if (node.type === 'paragraph' || node.type === 'tableCell' || node.type === 'heading') return [words(node)];
    return 'children' in node ? node.children.flatMap((child: Nodes) => texts(child)) : [];
  };

  it.each(readdirSync(pages))('every run of words of %s is found verbatim', (name) => {
    const markdown = readFileSync(new URL(`${name}/expected.md`, pages), 'utf8');
    const source = openSource(markdown);
    const runs = texts(parseMarkdown(markdown))
      .map((text) => text.split(/\s+/).filter((word) => word !== ''))
      .filter((words) => words.some((word) => /[\p{L}\p{N}]/u.test(word)));
    fc.assert(
      fc.property(fc.constantFrom(...runs), fc.nat(), fc.integer({ min: 1, max: 40 }), (words, at, length) => {
        const from = at % words.length;
        const quote = words
          .slice(from, from + length)
          .join(' ')
          .slice(0, 900);
        fc.pre(/[\p{L}\p{N}]/u.test(quote) && quote.length < 900);
        const { verdict, place } = alignAt(quote, [source], '', 'verbatim');
        const question = verdict === 'shortened' && /[?？؟]$/.test(place?.exact ?? '');
        expect([quote, question || verdict]).toEqual([quote, question || 'verbatim']);
      }),
      { numRuns: 150 },
    );
  });
});

it('marks of blocks that stand before none of many like words are looked for in a bounded time', () => {
  // looking at the whole line for each of them would take longer than any test may
  const source = openSource('ab cd '.repeat(300_000), 'en');
  expect(alignQuote('> - ab cd', [source], '').verdict).toBe('missing');
});
