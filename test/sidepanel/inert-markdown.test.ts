import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../../src/lib/agent/frames/frames.ts';
import { exportLog } from '../../src/lib/agent/log/logger.ts';
import { Timeline } from '../../src/lib/agent/log/timeline.ts';
import { toInertMarkdown } from '../../src/sidepanel/markdown/inert-markdown.ts';
import { collectKnownLinks, formatCopy } from '../../src/sidepanel/run/known-links.ts';
import { createRunModel, getAnswerText } from '../../src/sidepanel/run/run-model.ts';
import { quoted } from '../kit/citations.ts';
import { markdownTexts } from './markdown-arbitraries.ts';
import { frames, OPENING, RUN, say } from './script.ts';

const KNOWN = new Set(['https://ok.example/']);

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
    '[words](mailto:a@t.example?body=secret)',
    'https\\://t.example/?q=secret',
    'https://t.example/?q=secret',
    'www.t.example/secret',
    '[ok](https://ok.example/)',
    '[twice a day](#p1)',
    '- ',
    '> ',
    '\n\n',
    '|a|\n|-|\n|',
  ),
);
const texts = fc
  .tuple(fc.array(parts, { maxLength: 7 }), fc.constantFrom('', ' ', '\n'))
  .map(([all, between]) => all.join(between));

/** As other renderers read it, raw HTML and all: with and without the extensions of GitHub. */
function expectInert(text: string, known: ReadonlySet<string>): void {
  const withExtensions = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  const stack: Nodes[] = [fromMarkdown(text), fromMarkdown(text, withExtensions)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    expect(['image', 'imageReference', 'html', 'definition']).not.toContain(node.type);
    if (node.type === 'link' && !/^(?:mailto:[^?]*|#[\w/-]*)$/.test(node.url))
      expect(known).toContain(new URL(node.url, 'about:blank').href);
    if ('children' in node) stack.push(...node.children);
  }
}

describe('a copied answer', () => {
  it('holds no picture, no HTML and no link that the run does not know, as another renderer reads it [R11.7]', () => {
    fc.assert(
      fc.property(texts, (text) => expectInert(toInertMarkdown(text, KNOWN), KNOWN)),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it('and an exported report hold none in the sources, the question or the steps either [R11.7]', () => {
    fc.assert(
      fc.property(texts, texts, texts, fc.boolean(), (answer, title, goal, isShortened) => {
        const exact = title === '' ? 'twice a day' : title;
        const leftOut = isShortened ? { leftOut: [{ start: 0, end: exact.length }] } : {};
        const verdict = isShortened ? { verdict: 'shortened' } : {};
        const mismatches = [{ claim: title, source: goal }];
        const place = { title, path: [goal], exact, url: 'https://ok.example/', ...leftOut };
        const citation: Citation = {
          ...quoted('twice a day', {}, place),
          ref: 'p1',
          mismatches,
          ...verdict,
        } as Citation;
        const all = frames(
          say.invoked({ goal }),
          ...OPENING.slice(1),
          say.reply(answer),
          say.answer(answer, title, [citation]),
        );
        const timeline = Timeline.of(all);
        const run = { ...createRunModel(RUN), frames: all, timeline, state: timeline.state };
        const known = collectKnownLinks(run.state);
        expectInert(formatCopy(getAnswerText(run), run.state.request.answer?.citations ?? [], run.state), known);
        expectInert(exportLog(all, 'markdown'), new Set());
      }),
      { numRuns: 50, endOnFailure: true },
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
