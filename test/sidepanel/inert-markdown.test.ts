import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { toInertMarkdown } from '../../src/sidepanel/markdown/inert-markdown.ts';
import { markdownTexts } from './markdown-arbitraries.ts';

const KNOWN = new Set(['https://ok.example/']);

describe('a copied answer', () => {
  const parts = fc.oneof(
    markdownTexts,
    fc.constantFrom(
      '![p](https://t.example/p.png)',
      '![p][r]',
      '[r]: https://t.example/p.png',
      '[r]: p.png',
      '<img src="https://t.example/p.png">',
      '<iframe src=//t.example>',
      '<!-- <img src=x> -->',
      '<style>@import "//t.example"</style>',
      '`<img src=x>`',
      '```html\n<img src=x>\n```',
      '    <img src=x>',
      '\\![p](https://t.example/p.png)',
      '!\\[p](https://t.example/p.png)',
      '!',
      '[![p](https://t.example/p.png)](https://ok.example/)',
      '[words](https://t.example/?q=secret)',
      'https\\://t.example/?q=secret',
      'https://t.example/?q=secret',
      'www.t.example/secret',
      '[ok](https://ok.example/)',
      '- ',
      '> ',
      '\n\n',
      '|a|\n|-|\n|',
    ),
  );

  it('holds no picture, no HTML and no link that the run does not know, as another renderer reads it [R11.7]', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 7 }), fc.constantFrom('', ' ', '\n'), (texts, between) => {
        const copied = toInertMarkdown(texts.join(between), KNOWN);
        const stack: Nodes[] = [fromMarkdown(copied, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })];
        for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
          expect(['image', 'imageReference', 'html', 'definition']).not.toContain(node.type);
          if (node.type === 'link' && !node.url.startsWith('mailto:'))
            expect(KNOWN).toContain(new URL(node.url, 'about:blank').href);
          if ('children' in node) stack.push(...node.children);
        }
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it('is the answer as it was written if nothing in it loads', () => {
    const answer = 'Half of *it*: “a” [1], and 2 \\* 3.\n\n- [ok](https://ok.example/)\n';
    expect(toInertMarkdown(answer, KNOWN)).toBe(answer);
  });

  it('keeps code as it was shown, and the words of a picture and of a link', () => {
    const copied = toInertMarkdown(
      '```html\n<img src=x>\n```\n\n![tides](https://t.example/p) [bank](https://t.example/)',
      KNOWN,
    );
    expect(copied).toBe('```html\n<img src=x>\n```\n\ntides bank `https://t.example/`');
  });
});
