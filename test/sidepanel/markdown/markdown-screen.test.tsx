/** What stands on screen of a model's Markdown. */
import fc from 'fast-check';
import type { RootContent } from 'mdast';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { KnownLinksContext, stripActiveCharacters } from '../../../src/sidepanel/markdown/safe-text.ts';
import { Block, Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';
import { markdownTexts } from './markdown-arbitraries.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';

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

describe('Markdown on screen', () => {
  const ALLOWED = new Set(
    'P H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE CODE HR BR TABLE THEAD TBODY TR TH TD STRONG EM DEL A SPAN DIV BDI BUTTON svg path'.split(
      ' ',
    ),
  );
  const ATTRIBUTES = new Set(
    'href target rel class dir tabindex role aria-label aria-hidden scope style start type title viewBox width height focusable d fill stroke stroke-width stroke-linecap stroke-linejoin data-said data-lines'.split(
      ' ',
    ),
  );

  it('always lays lists, quotes and tables out by their first word, which no element within hides from them', () => {
    fc.assert(
      fc.property(markdownTexts, (text) => {
        const shown = dom(`- one\n\n> > two\n\n|a|\n|-|\n|b|\n\n${text}`);
        const holders = [...shown.querySelectorAll('ul, ol, blockquote, .table')];
        const outer = holders.filter((holder) => !holders.some((other) => other !== holder && other.contains(holder)));
        expect(outer.length).toBeGreaterThanOrEqual(3);
        for (const holder of outer) {
          expect(holder.getAttribute('dir')).toBe('auto');
          expect(holder.querySelector('[dir]:not(pre, code, span)')).toBeNull();
        }
      }),
    );
  });

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
          expect(element.getAttribute('data-said') ?? 'space').toMatch(/^(?:[\d,]+ )?(?:space|blank line)s?$/); // no word of the text
          if (element.tagName !== 'A') continue;
          expect(KNOWN).toContain(element.getAttribute('href'));
          expect(element.getAttribute('rel')).toContain('noopener noreferrer');
          expect(element.getAttribute('target')).toBe('_blank');
        }
      }),
      { numRuns: 500, examples: [['~~~\n\n\n\r\n ']] },
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
      expect(page.textContent).toContain(secret); // whole: its button copies it whole
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
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
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
