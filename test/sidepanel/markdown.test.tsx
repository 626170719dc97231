import fc from 'fast-check';
import type { Nodes, RootContent } from 'mdast';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { KnownLinksContext, stripActiveCharacters } from '../../src/sidepanel/markdown/safe-text.ts';
import { parseMarkdown } from '../../src/sidepanel/markdown/parse.ts';
import { Block, Markdown } from '../../src/sidepanel/markdown/markdown.tsx';
import { createMarkdownStream } from '../../src/sidepanel/markdown/stream.ts';
import { getNodeText } from '../../src/sidepanel/markdown/marks.ts';
import { createWorkMeter, FRAME_WORK, getWorkLimit, MAX_PARSED } from '../../src/sidepanel/markdown/work.ts';
import { HOSTILE_SHAPES } from '../kit/hostile-markdown.ts';
import { growing, longBlocks, longTexts, markdownTexts } from './markdown-arbitraries.ts';

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

/** A run that knows these addresses. */
const KNOWN = new Set(
  ['ok.example/', 'evil.example/login', 'evil.com/', 'evil.example/a', 'xn--bcher-kva.example/'].map(
    (address) => `https://${address}`,
  ),
);

const html = (text: string, known: ReadonlySet<string> = KNOWN): string =>
  renderToStaticMarkup(
    <KnownLinksContext value={known}>
      <Markdown text={text} />
    </KnownLinksContext>,
  );
/** The page's DOM for a text, parsed by a real HTML parser. */
const dom = (text: string): DocumentFragment => document.createRange().createContextualFragment(html(text));

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
      { numRuns: 500 },
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

describe('Markdown on screen', () => {
  const ALLOWED = new Set(
    'P H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE CODE HR BR TABLE THEAD TBODY TR TH TD STRONG EM DEL A SPAN DIV BDI BUTTON svg path'.split(
      ' ',
    ),
  );
  const ATTRIBUTES = new Set(
    'href target rel class dir tabindex role aria-label aria-hidden scope style start type title viewBox width height focusable d fill stroke stroke-width stroke-linecap stroke-linejoin'.split(
      ' ',
    ),
  );

  it('holds nothing but allowed elements and attributes, and links that the run knows [R9.3a] [R11.7]', () => {
    const hostile = fc
      .array(
        fc.oneof(
          markdownTexts,
          fc.constantFrom(
            '<script>alert(1)</script>',
            '<img src=x onerror=alert(1)>',
            '![p](https://t.example/p.png)',
            '[x](javascript:alert(1))',
            '[x](JaVaScRiPt:alert(1))',
            '[x](data:text/html,hi)',
            '[x](vbscript:x)',
            '<https://ok.example>',
            '<javascript:alert(1)>',
            '[x](//host/p)',
            '[x](/relative)',
            '[x](https://a@b.c)',
            '<style>*{}</style>',
            '<iframe src=//x>',
            '[x](blob:https://a/b)',
            '[x](file:///etc)',
            '![a](x "t")',
            '[a](#)',
            '[a](# )',
          ),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(hostile, (text) => {
        for (const element of dom(text).querySelectorAll('*')) {
          expect(ALLOWED).toContain(element.tagName);
          for (const { name } of element.attributes) expect(ATTRIBUTES).toContain(name);
          if (element.tagName !== 'A') continue;
          expect(KNOWN).toContain(element.getAttribute('href'));
          expect(element.getAttribute('rel')).toContain('noopener noreferrer');
          expect(element.getAttribute('target')).toBe('_blank');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes a box that belongs to no list item for text', () => {
    expect(dom('-\n[x] said').textContent).toContain('[x] said');
    expect(dom('- [x] done').querySelector('[role=img]')?.getAttribute('aria-label')).toBe('done');
  });

  it('shows raw HTML as the text it is [R9.3a]', () => {
    expect(dom('before <img src=x onerror=alert(1)> after').textContent).toContain('<img src=x onerror=alert(1)>');
    expect(dom('<div onclick="x()">block</div>').textContent).toContain('<div onclick="x()">block</div>');
    expect(dom('a <!-- hidden --> b').textContent).toBe('a  b');
  });

  it('shows a picture as its alternative text [R9.3a]', () => {
    expect(html('![a chart of tides](https://t.example/pixel.png)')).not.toContain('t.example');
    expect(dom('![a chart of tides](https://t.example/pixel.png)').textContent).toBe('a chart of tides');
  });

  it('shows where a link leads, unless its words are that host [R9.3a]', () => {
    expect(dom('[my bank](https://evil.example/login)').textContent).toBe('my bank (evil.example)');
    expect(dom('https://evil.example/a').textContent).toBe('https://evil.example/a');
    expect(dom('[evil.com.bank.example](https://evil.com/)').textContent).toBe('evil.com.bank.example (evil.com)');
    expect(dom('[bank.example](https://bücher.example)').textContent).toBe('bank.example (xn--bcher-kva.example)');
  });

  it('shows the address of a link that the run does not know, which cannot be clicked [R11.7]', () => {
    const secret = `https://evil.example/?q=${'s3cret'.repeat(20)}`;
    for (const text of [`[my bank](${secret})`, secret, `<${secret}>`]) {
      const page = dom(text);
      expect(page.querySelector('a')).toBeNull();
      expect(page.textContent).toContain('https://evil.example/?q=s3cret');
      expect(page.querySelector('button')?.title).toBe(secret);
    }
    expect(dom('[a](https://evil.example/a#secret)').querySelector('a')).toBeNull();
  });

  it('leaves other links as plain words', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'mailto:a@b.c',
      '/path',
      'https://user:pw@bank.example',
    ]) {
      const page = dom(`[words](${url})`);
      expect(page.querySelector('a')).toBeNull();
      expect(page.textContent).toBe('words');
    }
  });

  it('drops characters that act on the text around them', () => {
    expect(dom('abc\u202Edcba\u202C \u2066x\u2069 \u0007y \u{E0041}z').textContent).toBe('abcdcba x y z');
    expect(dom('`code\u202E`').textContent).toBe('code');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(stripActiveCharacters(text)).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u);
        expect(stripActiveCharacters(stripActiveCharacters(text))).toBe(stripActiveCharacters(text));
      }),
    );
  });

  it('keeps joiners and marks that scripts need', () => {
    expect(stripActiveCharacters('می‌خواهم 👩‍👧 \u200F\tx\n')).toBe('می‌خواهم 👩‍👧 \u200F\tx\n');
  });

  it('shows headings below the panel’s own, tables, tasks and code', () => {
    const page = dom(
      '# Top\n\n- [x] done\n- [ ] open\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n```js\nx < 1\n```\n\n3. three',
    );
    expect(page.querySelector('h3')?.textContent).toBe('Top');
    expect([...page.querySelectorAll('li.task [role=img]')].map((box) => box.getAttribute('aria-label'))).toEqual([
      'done',
      'to do',
    ]);
    expect([...page.querySelectorAll('td')].map((cell) => cell.style.textAlign)).toEqual(['center', 'right']);
    expect(page.querySelector('pre code')?.textContent).toBe('x < 1');
    expect(page.querySelector('ol')?.getAttribute('start')).toBe('3');
  });

  it('begins its headings below the panel’s own, whatever their depth, and keeps their order', () => {
    const levels = (text: string): string[] => [...dom(text).querySelectorAll('h3, h4, h5, h6')].map((h) => h.tagName);
    expect(levels('## a\n\n### b\n\n# c')).toEqual(['H3', 'H4', 'H3']);
    expect(levels('#### a\n\n###### b')).toEqual(['H3', 'H5']);
  });

  it('shows a tree deeper than any text can make without overflowing', () => {
    let node: RootContent = { type: 'paragraph', children: [{ type: 'text', value: 'bottom' }] };
    for (let depth = 0; depth < 20_000; depth++) node = { type: 'blockquote', children: [node] };
    expect(renderToStaticMarkup(<Block node={node} depth={0} />)).toContain('bottom');
  });
});
