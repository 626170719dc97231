/** Pages made to hold their thread: reading takes steps in proportion to them, within a budget, and says what it left out. */
import { afterEach, expect, test, vi } from 'vitest';
import { toMarkdown } from '../../../../src/lib/pipeline/page/read/markdown.ts';
import { readPage } from '../../../../src/lib/pipeline/page/read/read-article.ts';
import { readSelection } from '../../../../src/lib/pipeline/page/selection/read-selection.ts';
import { runInSlices } from '../../../../src/lib/pipeline/text/time-slices.ts';
import { articleOf, documentOf, openShadow } from './kit.ts';

const repeat =
  (unit: string, head = '', foot = '') =>
  (n: number): string =>
    head + unit.repeat(n) + foot;

/** Each of any size. */
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  paragraphs: repeat('<p>A row of a very long list.</p>'),
  'words in one paragraph': repeat('<b>x</b> ', '<p>', '</p>'),
  links: repeat('<a href="/x">link</a> '),
  'items of one list': repeat('<li><a href="/x">link</a></li>', '<ul>', '</ul>'),
  'cells of one table': repeat('<tr><th>a</th><td>b</td></tr>', '<table>', '</table>'),
  'a table for the layout': repeat('<tr><td>a</td><td>b</td></tr>', '<table role="presentation">', '</table>'),
  'boxes in one another': (n) => `${'<div>x'.repeat(n / 4)}<p>end</p>`,
  'lists in one another': (n) => '<ul><li>x'.repeat(n / 8),
  'words in one another': (n) => `<p>${'<span>x '.repeat(n / 4)}</p>`,
  'headings of related pages': repeat('<h2>Related</h2><p>x</p>'),
  'boxes named as noise': repeat('<div class="share"><p>x</p></div>', '<p>y</p>'),
  'drawn shapes': repeat('<g><text>x</text></g>', '<p>y</p><svg>', '</svg>'),
  formulas: repeat('<mi>x</mi>', '<p>y</p><math>', '</math>'),
  'lines of code': repeat('<span>x</span>\n', '<pre>', '</pre>'),
  'lines that are kept': repeat('x\n', '<div style="white-space: pre-wrap">', '</div>'),
  terms: repeat('<dt>x</dt><dd>y</dd>', '<dl>', '</dl>'),
  pictures: repeat('<img alt="x" src="/x">'),
  forms: repeat('<form><input><p>x</p></form>'),
};

afterEach(() => vi.restoreAllMocks());

/** The steps that a reading takes; what is done between two of them cannot be interrupted. */
/** At most so many small nodes are read in one step. */
const NODES_OF_STEP = 16;

function countSteps(work: Generator<undefined, unknown>): number {
  let steps = 0;
  while (!work.next().done) steps += 1;
  return steps;
}

/** Without a window: jsdom's own styles are slow. */
const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** To be measured, which a short page is not. */
const LONG_ENOUGH = `<p>${'The tide is out. '.repeat(100)}</p>`;

test.each(Object.entries(SHAPES))('%s take steps in proportion to their number', (_, shape) => {
  const [one, two] = [800, 1600].map((n) => countSteps(readPage(parse(LONG_ENOUGH + shape(n)), openShadow))) as [
    number,
    number,
  ];
  expect(one).toBeGreaterThan(10);
  // what is left out is not converted, and how much that is differs; work that grew with the square would be four times as much
  expect(two).toBeLessThan(2.8 * one + 20);
});

test('the conversion takes steps for each node, however many lie side by side', () => {
  const { body } = parse(SHAPES['paragraphs']?.(1_000) ?? '');
  const walks = 3; // white space, escapes, Markdown: each meets a paragraph, its text, and the paragraph again
  expect(countSteps(toMarkdown(body))).toBeGreaterThanOrEqual((walks * 3 * 1_000) / NODES_OF_STEP - 1);
});

test('a selection is read in steps as well', () => {
  const doc = documentOf(SHAPES['paragraphs']?.(200) ?? '');
  const range = doc.createRange();
  range.selectNodeContents(doc.body);
  expect(countSteps(readSelection(doc, openShadow, [range]))).toBeGreaterThan(2_000 / NODES_OF_STEP);
});

test('when time is up, what was read by then is the reading, and it says that it is a part [R11.8b]', () => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 100));
  const { markdown, cut } = articleOf(parse(SHAPES['paragraphs']?.(1_000) ?? ''));
  expect(cut).toBe(true);
  expect(markdown).toMatch(/^A row of a very long list\.\n\n/);
  expect(markdown).toMatch(/only its first part was read\.\*$/);
  expect(markdown.match(/A row/g)?.length).toBeLessThan(1_000);
  vi.restoreAllMocks();
  expect(articleOf(parse('<p>A short page.</p>'))).not.toHaveProperty('cut');
});

test('a reading that is stopped takes no step more [R11.8b]', async () => {
  const stopping = new AbortController();
  let steps = 0;
  function* work(): Generator<undefined, void> {
    for (const _ of readPage(parse(SHAPES['paragraphs']?.(100) ?? ''), openShadow)) {
      steps += 1;
      if (steps === 50) stopping.abort();
      yield;
    }
  }
  await expect(runInSlices(work(), { signal: stopping.signal })).rejects.toThrow();
  expect(steps).toBe(50);
});

test('an element with very many attributes costs no more than one with few', () => {
  const names = Array.from({ length: 3_000 }, (_, i) => `data-a${i}="x"`).join(' ');
  const many = countSteps(readPage(parse(`<p ${names}>A row of a very long list.</p>`), openShadow));
  const one = countSteps(readPage(parse('<p>A row of a very long list.</p>'), openShadow));
  expect(Math.abs(many - one)).toBeLessThanOrEqual(1); // where the first step of either ends is the last work's
});

test('white space of any length takes nothing of the room for text', () => {
  expect(articleOf(parse(`<p>a<span>${' \n'.repeat(3_000_000)}</span>b</p>`))).toMatchObject({ markdown: 'a b' });
});
