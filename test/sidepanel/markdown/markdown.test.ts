import fc from 'fast-check';
import type { Nodes, RootContent } from 'mdast';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/sidepanel/markdown/parse.ts';
import { createMarkdownStream } from '../../../src/sidepanel/markdown/stream.ts';
import { getNodeText } from '../../../src/sidepanel/markdown/marks.ts';
import { createWorkMeter, FRAME_WORK, getWorkLimit, MAX_PARSED } from '../../../src/sidepanel/markdown/work.ts';
import { HOSTILE_SHAPES } from '../../kit/pages/hostile-markdown.ts';
import { growing, longBlocks, longTexts } from './markdown-arbitraries.ts';

/** What a tree says: positions are the parser's business, and the view draws tight and loose lists alike. */
const said = (blocks: readonly RootContent[]): string =>
  JSON.stringify(blocks, (name, value: unknown) => {
    if (name === 'position' || name === 'spread') return undefined;
    return name === 'children' ? mergeTexts(value as Nodes[]) : value;
  });

/** A long paragraph is cut between texts. */
function mergeTexts(nodes: readonly Nodes[]): Nodes[] {
  const merged: Nodes[] = [];
  for (const node of nodes) {
    const last = merged.at(-1);
    if (node.type === 'text' && last?.type === 'text')
      merged.splice(-1, 1, { ...last, value: last.value + node.value });
    else merged.push(node);
  }
  return merged;
}

const getText = (blocks: readonly RootContent[]): string => blocks.map(getNodeText).join('\n');
/** Of the worst shape, with a margin. */
const WORK_PER_CHARACTER = 60;

const parseWhole = (text: string) => parseMarkdown(text).children;
const parseAtOnce = (text: string) => createMarkdownStream().update(text);

describe('streamed Markdown', () => {
  it('says after every piece what a full parse of the text so far says', () => {
    fc.assert(
      fc.property(growing(), (prefixes) => {
        const stream = createMarkdownStream();
        for (const prefix of prefixes) {
          expect(said(stream.update(prefix))).toBe(said(parseMarkdown(prefix).children));
        }
      }),
      { numRuns: 250 },
    );
  });

  it.each([
    ['says of a long block whose markup is closed what a full parse says, at any length', longBlocks, parseWhole],
    ['says the same of any text however it came', longTexts, parseAtOnce],
  ])('%s', (_says, texts, parse) => {
    fc.assert(
      fc.property(growing(texts), (prefixes) => {
        const stream = createMarkdownStream();
        for (const prefix of prefixes) {
          const blocks = stream.update(prefix);
          if (prefix.length % 61 === 0 || prefix === prefixes.at(-1)) expect(said(blocks)).toBe(said(parse(prefix)));
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('never touches a block again once a later one has two whole lines below it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Some words.', 'More of *them*.', '# Title', '> quote'), {
          minLength: 4,
          maxLength: 12,
        }),
        (blocks) => {
          const stream = createMarkdownStream();
          let before: readonly RootContent[] = [];
          for (let n = 1; n <= blocks.length; n++) {
            const now = stream.update(`${blocks.slice(0, n).join('\n\n')}\n\n`);
            for (let i = 0; i < n - 2; i++) expect(now[i]).toBe(before[i]);
            before = now;
          }
        },
      ),
    );
  });

  it('keeps finished items, rows and lines of a block that goes on', () => {
    const items = createMarkdownStream();
    const [list] = items.update('1. one\n2. two\n3. three\n4. fo');
    const [longer] = items.update('1. one\n2. two\n3. three\n4. four\n5. fi');
    if (list?.type !== 'list' || longer?.type !== 'list') throw new Error('expected lists');
    expect(longer.children[1]).toBe(list.children[1]);

    const rows = createMarkdownStream();
    const head = '| a | b |\n|---|---|\n';
    const [table] = rows.update(`${head}| 1 | 2 |\n| 3 | 4 |\n| 5`);
    const [taller] = rows.update(`${head}| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n| 7`);
    if (table?.type !== 'table' || taller?.type !== 'table') throw new Error('expected tables');
    expect(taller.children[1]).toBe(table.children[1]);
    expect(taller.children).toHaveLength(5);

    const code = createMarkdownStream();
    code.update('```js\none\ntwo\nthree\nfo');
    expect(code.update('```js\none\ntwo\nthree\nfour\n```\n\nend')).toMatchObject([
      { type: 'code', lang: 'js', value: 'one\ntwo\nthree\nfour' },
      { type: 'paragraph' },
    ]);
  });

  it.each([
    ['list', (i: number) => `${String(i + 1)}. item ${String(i)}\n`],
    ['table', (i: number) => (i === 0 ? '| a | b |\n|---|---|\n' : `| row ${String(i)} | x |\n`)],
    ['paragraph', (i: number) => `Sentence ${String(i)} of **many** words. `],
  ])('goes on with another %s behind a very long one, however the text comes', (type, line) => {
    const text = Array.from({ length: 3000 }, (_, i) => line(i)).join('');
    const blocks = parseAtOnce(text);
    expect(blocks.length).toBeGreaterThan(2);
    expect(new Set(blocks.map((block) => block.type))).toEqual(new Set([type]));
    for (const block of blocks) expect(getText([block]).length).toBeLessThan(20_000);
    const words = (of: readonly RootContent[]) => getText(of).replace(/\s+/g, '');
    const whole = words(parseWhole(text));
    if (type === 'table') expect(words(blocks).replaceAll(/(?<=x)ab/g, '')).toBe(whole);
    else expect(words(blocks)).toBe(whole);
    for (const [i, block] of blocks.entries()) {
      if (block.type === 'list') expect(block.start).toBe(Number(/\d+/.exec(getText([block]))?.[0]) + 1);
      if (block.type === 'table') expect(getText(block.children.slice(0, 1))).toBe('ab');
      if (i > 0) expect(getText([block])).not.toBe('');
    }
    const stream = createMarkdownStream();
    for (let at = 0; at < text.length; at += 997) stream.update(text.slice(0, at));
    expect(said(stream.update(text))).toBe(said(blocks));
  });

  it('begins again when the text is not a continuation', () => {
    const stream = createMarkdownStream();
    stream.update('# One\n\nparagraph\n\nmore');
    expect(said(stream.update('Two'))).toBe(said(parseMarkdown('Two').children));
    expect(stream.update('')).toEqual([]);
  });

  it('ends nesting that would take minutes to parse', () => {
    for (const opener of ['- + ', '1. ', '>', '> - ', '* - ']) {
      const blocks = createMarkdownStream().update(`${opener.repeat(500)}end`);
      expect(JSON.stringify(blocks).match(/"type":"(?:listItem|blockquote)"/g)?.length).toBeLessThan(25);
      expect(getText(blocks)).toContain('end');
    }
  });

  it('parses any shape of text in bounded steps and linear work, and loses no words [R11.8a]', () => {
    const shapes = fc.constantFrom(...Object.entries(HOSTILE_SHAPES));
    fc.assert(
      fc.property(shapes, fc.integer({ min: 1000, max: 6000 }), ([, shape], length) => {
        const text = `${shape(length)}\n\nend`;
        const meter = createWorkMeter();
        const stream = createMarkdownStream(meter);
        let blocks: readonly RootContent[] = [];
        for (let before = 0; blocks.length === 0 || !stream.isComplete(); before = meter.spent) {
          blocks = stream.update(text, FRAME_WORK);
          expect(meter.spent - before).toBeLessThan(FRAME_WORK + 8 * MAX_PARSED);
        }
        expect(meter.heaviest).toBeLessThanOrEqual(2 * MAX_PARSED);
        expect(meter.spent).toBeLessThanOrEqual(WORK_PER_CHARACTER * text.length);
        expect(getText(blocks)).toContain('end');
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it('shows the rest as plain text once a text has taken too much work [R11.8a]', () => {
    const meter = createWorkMeter();
    const stream = createMarkdownStream(meter);
    stream.update('a *b* c\n\n', 0.1);
    const text = `a *b* c\n\n${'*d* e\n\n'.repeat(200)}`;
    stream.update(text, 1);
    meter.spent += getWorkLimit(text.length);
    const blocks = stream.update(text);
    expect(stream.isComplete() && stream.hasPlainText()).toBe(true);
    expect(said(blocks.slice(0, 1))).toBe(said(parseMarkdown('a *b* c').children));
    expect(getText(blocks.slice(-1))).toContain('*d* e');
    expect(getText(stream.update(`${text}more`).slice(-1))).toContain('more');
  });

  it('shows a block that is too heavy as it was written, and says so [R11.8a]', () => {
    const stream = createMarkdownStream();
    const blocks = stream.update(`- a\n${'  *b*\n'.repeat(2000)}\n\n*after*`);
    expect(stream.hasPlainText()).toBe(true);
    expect(getText(blocks)).toContain('  *b*');
    expect(said(blocks.slice(-1))).toBe(said(parseMarkdown('*after*').children));
    expect(createMarkdownStream().update('- a\n  *b*\n')).toHaveLength(1);
  });
});

describe('emphasis beside letters that no space parts', () => {
  const count = (text: string, type: 'strong' | 'emphasis'): number => {
    const [block] = parseWhole(text);
    return block?.type === 'paragraph' ? block.children.filter((node) => node.type === type).length : -1;
  };

  it('is emphasis, whatever marks are at its ends', () => {
    const letters = fc.constantFrom('是', '内容', 'です', '한국', 'カ');
    const marks = fc.constantFrom(...['“”', '「」', '（）', '《》', '【】', '""', '()']);
    fc.assert(
      fc.property(letters, letters, letters, marks, (before, inside, after, [open = '', close = '']) => {
        const bold = `**${open}${inside}${close}**`;
        for (const text of [before + bold + after, bold + after, before + bold, bold])
          expect(count(text, 'strong'), text).toBe(1);
        expect(count(`${before}*${open}${inside}${close}*${after}`, 'emphasis')).toBe(1);
      }),
    );
  });

  it('stays as CommonMark has it elsewhere', () => {
    expect(count('a**"b"**c', 'strong')).toBe(0);
    expect(count('是 ** 内容 ** 是', 'strong')).toBe(0);
  });
});
