import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInertCopy } from '../../../src/sidepanel/markdown/inert-markdown.ts';
import { toRichText } from '../../../src/sidepanel/markdown/rich-text.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';
import { markdownTexts } from './markdown-arbitraries.ts';

const KNOWN = new Set(['https://ok.example/']);
const ALLOWED = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE CODE HR BR TABLE THEAD TBODY TR TH TD STRONG EM DEL A INPUT'.split(' '),
);
const toHtml = (markdown: string): string => runAtOnce(toRichText(runAtOnce(createInertCopy(markdown, KNOWN)).root));
const parse = (html: string) => [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')];

describe('what is copied for programs that take formatting', () => {
  it('keeps headings, lists, tables, code and the links that the run knows', () => {
    const markdown = '## A\n\n- **b** [c](https://ok.example/)\n\n| d |\n|---|\n| `e` |';
    expect(toHtml(markdown).replace(/\n/g, '')).toBe(
      '<h2>A</h2><ul><li><strong>b</strong> <a href="https://ok.example/">c</a></li></ul>' +
        '<table><thead><tr><th>d</th></tr></thead><tbody><tr><td><code>e</code></td></tr></tbody></table>',
    );
  });

  it('never holds what loads or runs where it is pasted, nor a link that the run does not know', () => {
    const active = fc.constantFrom(
      '![p](https://t.example/p.png)',
      '<img src=x onerror=alert(1)>',
      '<script>alert(1)</script>',
      '[a](javascript:alert(1))',
      '[a](https://t.example/?q=secret)',
      '[^a]\n\n[^a]: note',
      'https://t.example/',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(markdownTexts, active), { maxLength: 5 }), (parts) => {
        for (const element of parse(toHtml(parts.join('\n\n')))) {
          expect(ALLOWED).toContain(element.tagName);
          const names = element.getAttributeNames();
          for (const name of names) expect(name).toMatch(/^(?:href|align|start|class|type|checked|disabled)$/);
          if (element.tagName === 'A') expect(element.getAttribute('href')).toMatch(/^(?:https:\/\/ok\.example\/|#)/);
        }
      }),
    );
  });
});
