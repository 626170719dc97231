import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPdfArticle, MAX_PDF_TEXT } from '../../../../src/lib/pipeline/pdf/read-pdf.ts';
import { NO_INFO } from '../../../../src/lib/pipeline/pdf/pdf-metadata.ts';
import type { PdfTextItem } from '../../../../src/lib/pipeline/pdf/text-run.ts';
import { parseBlocks } from '../../../../src/lib/pipeline/text/blocks.ts';
import { splitIntoPassages } from '../../../../src/lib/pipeline/text/passages.ts';
import { articleOf, column, HEIGHT, item, markdownOf, pageOf, type At } from './kit.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const LEFT = [
  'The left column begins the tale',
  'of a keeper who never slept and',
  'of the lamp that he kept for it',
  'in the tower upon the mole.',
];
const RIGHT = [
  'The right column tells how it all',
  'came to its end when the lamp was',
  'given a motor and the keeper got',
  'a pension from the board.',
];

describe('a page', () => {
  it('is a heading by which its passages know where they stand', () => {
    const markdown = markdownOf(column(['One.']), column(['Two.']));
    expect(splitIntoPassages(markdown).map(({ path }) => path)).toEqual([['Page 1'], ['Page 2']]);
  });

  it('has its own headings below', () => {
    const markdown = markdownOf([
      { x: 50, y: 150, text: 'Of tides', size: 18 },
      ...column(['They come twice', 'a day.']),
    ]);
    expect(markdown).toBe('## Page 1\n\n### Of tides\n\nThey come twice a day.');
    expect(splitIntoPassages(markdown)[0]?.path).toEqual(['Page 1', 'Of tides']);
  });

  it('in two columns is read one after the other, with what spans them before', () => {
    const both = LEFT.flatMap((text, i) => [
      { x: 50, y: 200 + i * 12, text },
      { x: 320, y: 200 + i * 12, text: RIGHT[i] ?? '' },
    ]);
    const title = {
      x: 50,
      y: 160,
      text: 'A title that goes over both of the columns of this page, from edge to edge of it all',
      size: 10,
    };
    expect(markdownOf([title, ...both])).toBe(`## Page 1\n\n${title.text}\n\n${LEFT.join(' ')}\n\n${RIGHT.join(' ')}`);
  });

  it('with a table keeps its rows', () => {
    const rows = ['1681', '1703', '1722', '1754', '1790'].flatMap((year, i) => [
      { x: 50, y: 200 + i * 12, text: `Year ${year}` },
      { x: 320, y: 200 + i * 12, text: `${String(i + 4)} crowns` },
    ]);
    expect(markdownOf(rows)).toContain('Year 1703 5 crowns');
  });

  it('of a paper in Hebrew has its words from right to left and its columns too', () => {
    const words = (text: string, right: number, y: number): At[] => {
      let x = right;
      return text.split(' ').map((word) => {
        x -= word.length * 5;
        const at = { x, y, text: word };
        x -= 3;
        return at;
      });
    };
    expect(markdownOf([...words('הגאות באה פעמיים ביום', 500, 200)])).toContain('הגאות באה פעמיים ביום');
  });
});

describe('lines', () => {
  it('of a paragraph are joined, and a wider gap parts two', () => {
    const markdown = markdownOf([
      ...column(['The tide comes', 'twice a day.']),
      ...column(['It is late', 'today.'], 50, 260),
    ]);
    expect(markdown).toBe('## Page 1\n\nThe tide comes twice a day.\n\nIt is late today.');
  });

  it('give back what a hyphen divided, and keep the hyphens that words have', () => {
    const markdown = markdownOf(
      column([
        'The light-',
        'house is a well-',
        'known one, and a well-known sight',
        'of the North-',
        'South line, soft\u00AD',
        'ly lit.',
      ]),
    );
    expect(markdown).toContain(
      'The lighthouse is a well-known one, and a well-known sight of the North-South line, softly lit.',
    );
  });

  it('keep the hyphens of words left out and of words of several parts', () => {
    const lines = [
      'The Vor-',
      'und Nachteile of the short-',
      'and long-term view of a state-of-the-',
      'art mother-in-',
      'law',
    ];
    expect(markdownOf(column(lines))).toContain(
      'The Vor- und Nachteile of the short- and long-term view of a state-of-the-art mother-in-law',
    );
  });

  it('keep raised and lowered digits apart from those of the line', () => {
    const line = (text: string, x: number, y = 100, size = 10) => ({ x, y, text, size });
    expect(markdownOf([line('6×10', 50), line('23', 70, 96, 7), line(' of CO', 77), line('2', 107, 102, 7)])).toContain(
      '6×10²³ of CO2',
    );
    expect(
      markdownOf([line('the 1', 50), line('st', 75, 96, 7), line(' log', 82), line('2', 102, 102, 7), line('8', 106)]),
    ).toContain('the 1st log₂8');
  });

  it('of Chinese are joined without a space', () => {
    expect(markdownOf(column(['潮汐每天涨落两次，', '海岸因此不断变化。']))).toContain(
      '潮汐每天涨落两次，海岸因此不断变化。',
    );
  });

  it('made of pieces have a space where there is a gap, and none where letters only stand apart', () => {
    const pieces = [
      { x: 50, y: 200, text: 'Ti', width: 10 },
      { x: 60.5, y: 200, text: 'des', width: 15 },
      { x: 79, y: 200, text: 'rise', width: 20 },
    ];
    expect(markdownOf([...pieces, { x: 99.2, y: 196, text: '2', size: 6, width: 3 }])).toContain('Tides rise²');
  });

  it('with marks are a list', () => {
    const markdown = markdownOf(
      column(['Bring:', '• a lamp', '• a rope that is', 'long enough', '1. Light it.', '2) Haul it.']),
    );
    expect(markdown).toContain('Bring:\n\n- a lamp\n- a rope that is long enough');
  });

  it('with numbers are a list with the same numbers', () => {
    const markdown = markdownOf(column(['Do:', '1. Light it.', '2) Haul it.', '007. Wait.']));
    expect(markdown).toContain('1. Light it.\n2) Haul it.\n007. Wait.');
    expect(parseBlocks(markdown).at(-1)?.kind).toBe('list');
  });

  it('of numbers and signs alone are text', () => {
    expect(markdownOf([{ x: 50, y: 200, text: '7) —' }])).toBe('## Page 1\n\n7) —');
  });

  it('of a table of contents stay lines, and their dots become a sign', () => {
    const markdown = markdownOf(
      column(['1 Of ebb . . . . . . . . . . . 4', '2 Of flood..............17', '3 Of both ....... xi']),
    );
    expect(markdown).toBe('## Page 1\n\n1 Of ebb … 4\n\n2 Of flood … 17\n\n3 Of both … xi');
  });

  it('that look like Markdown are text', () => {
    const markdown = markdownOf(column(['# no heading', '']), column(['1984. A *year* <b>of</b> [links](x)']));
    expect(markdown).toContain('\\# no heading');
    expect(markdown).toContain('1984\\. A \\*year\\* \\<b>of\\</b> \\[links\\](x)');
  });

  it('written upwards or downwards keep the order of the file', () => {
    const turned: PdfTextItem[] = ['up', 'wards'].map((str, i) => ({
      ...item({ x: 50, y: 300 - 40 * i, text: str }),
      transform: [0, 10, -10, 0, 50, 500 + 40 * i],
    }));
    const article = buildPdfArticle({ url: '', info: NO_INFO, pages: [pageOf(turned)], count: 1, broken: [] });
    expect(article?.markdown).toBe('## Page 1\n\nupwards');
  });
});

describe('running heads and feet', () => {
  const pages = ['Ash', 'Birch', 'Cedar', 'Dogwood'].map((tree, i) => [
    { x: 50, y: 30, text: 'The book of trees' },
    ...column([`${tree} grows here.`]),
    { x: 300, y: 780, text: `– ${String(i + 11)} –` },
  ]);

  it('are said once, and numbers of pages not at all', () => {
    const markdown = markdownOf(...pages);
    expect(markdown.match(/The book of trees/g)).toHaveLength(1);
    expect(markdown).not.toMatch(/1[1-4]/);
    for (const tree of ['Ash', 'Birch', 'Cedar', 'Dogwood']) expect(markdown).toContain(`${tree} grows here.`);
  });

  it('are known again with the number of the page beside them', () => {
    const counted = Array.from({ length: 6 }, (_, i) => [
      { x: 50, y: 30, text: i % 2 === 0 ? `${String(i + 40)} The book of trees` : `Of their leaves ${String(i + 40)}` },
      ...column([`Text ${String(i)}.`]),
    ]);
    const markdown = markdownOf(...counted);
    expect(markdown.match(/The book of trees/g)).toHaveLength(1);
    expect(markdown.match(/Of their leaves/g)).toHaveLength(1);
  });

  it('stay where they do not repeat, and so do numbers that do not count the pages', () => {
    for (const heads of [
      ['1681', '1702', '1755'],
      ['Table 1', 'Table 2', 'Table 3'],
    ]) {
      const pages = heads.map((text) => [{ x: 50, y: 30, text }, ...column(['Text.'])]);
      const others = Array.from({ length: 9 }, (_, i) => column([`Other ${String(i)}.`]));
      for (const head of heads) expect(markdownOf(...pages, ...others)).toContain(head);
    }
  });

  it('text in the middle of the page stays however often it is said', () => {
    const refrain = Array.from({ length: 5 }, () => column(['And the sea came in.'], 50, 400));
    expect(markdownOf(...refrain).match(/And the sea came in/g)).toHaveLength(5);
  });
});

describe('the title', () => {
  it('is the file’s own, else the heading of its first page, else its name', () => {
    const body = column(['They come.', 'They go.']);
    const heading = { x: 50, y: 150, text: 'Of tides', size: 18 };
    expect(articleOf([[heading, ...body]], { title: 'Tides and ebbs' })?.title).toBe('Tides and ebbs');
    expect(articleOf([[heading, ...body]], { title: 'Microsoft Word - tides_final2.doc' })?.title).toBe('Of tides');
    expect(articleOf([body], { title: 'untitled' })?.title).toBe('on tides');
  });

  it('of a day that no calendar has says nothing', () => {
    for (const created of ['D:20230231', 'yesterday', '', 'D:99', 'D:20231340'])
      expect(articleOf([column(['Text.'])], { created })?.published).toBe('');
  });
});

const coordinate = fc.oneof(
  fc.double(),
  fc.integer({ min: -50, max: 900 }),
  fc.constantFrom(NaN, Infinity, -Infinity, 1e308),
);
const anyItem: fc.Arbitrary<PdfTextItem> = fc.record({
  str: fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.constantFrom('1.', '• a', 'well-', 'שלום', '潮汐', ' ', '\ud800'),
  ),
  transform: fc.oneof(
    fc.array(coordinate, { maxLength: 7 }),
    fc.tuple(coordinate, coordinate).map(([x, y]) => [10, 0, 0, 10, x, y]),
  ),
  width: coordinate,
  height: coordinate,
  fontName: fc.constantFrom('a', 'b'),
  hasEOL: fc.boolean(),
});

describe('whatever a file holds', () => {
  it('it is read without an error, the same each time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyItem, { maxLength: 30 }), { maxLength: 5 }),
        fc.array(coordinate, { maxLength: 7 }),
        (pages, view) => {
          const content = {
            url: 'nonsense',
            info: NO_INFO,
            pages: pages.map((items, i) => ({ number: i + 1, height: HEIGHT, view, items, vertical: ['b'] })),
            count: pages.length,
            broken: [],
          };
          expect(buildPdfArticle(content)).toEqual(buildPdfArticle(content));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('no character of a page is lost but white space and what fits words to lines', () => {
    const word = fc.stringMatching(/^[A-Za-zäöüßéèçñ0-9()"'.,;:!?*_#<&[\]潮汐はい]{1,12}$/);
    const place = fc.record({
      text: fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' ')),
      x: fc.integer({ min: 0, max: 550 }),
      y: fc.integer({ min: 0, max: HEIGHT }),
      size: fc.constantFrom(8, 10, 10, 10, 14, 22),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 40 }), (places) => {
        fc.pre(places.some(({ text }) => /[\p{L}\p{N}]/u.test(text))); // a file without a word has no text
        const said = markdownOf(places)
          .replace(/^## Page 1$/m, '')
          .replace(/^#+ /gm, '');
        expect(lettersOf(said)).toEqual(lettersOf(places.map(({ text }) => text).join(' ')));
      }),
      { numRuns: 300 },
    );
  });

  it('lines of one column stay in their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{3,9}( [a-z]{2,9}){0,9}$/), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 8, max: 40 }),
        (lines, step) => {
          const markdown = markdownOf(column(lines, 50, 110, Math.min(step, 580 / lines.length)));
          expect(
            markdown
              .replace(/^## Page 1/, '')
              .split(/\s+/)
              .join(' ')
              .trim(),
          ).toBe(lines.join(' '));
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** How often each character is there that a reader of the page would miss. */
function lettersOf(text: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const character of text.replace(/\\(?=[\\`*_[\]<>~#+=|&.)-])/g, '').replace(/[\s.…-]/g, ''))
    counts[character] = (counts[character] ?? 0) + 1;
  return counts;
}

it('is never cut in silence', () => {
  const line = 'The keeper saw sails and wrote them all down in the log. '.repeat(20);
  const pages = Array.from({ length: Math.ceil(MAX_PDF_TEXT / line.length / 30) + 1 }, () =>
    column(Array.from({ length: 30 }, () => line)),
  );
  const markdown = markdownOf(...pages);
  expect(markdown.length).toBeLessThan(5_000_000);
  expect(markdown).toMatch(/\*The file goes on; only its first part was read\.\*$/);
});
