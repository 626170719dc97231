import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import type { Citation } from '../../../src/lib/agent/frames/frames.ts';
import { exportLog } from '../../../src/lib/agent/log/trajectory-log.ts';
import { Timeline } from '../../../src/lib/agent/log/timeline.ts';
import { createInertCopy } from '../../../src/sidepanel/markdown/inert-markdown.ts';
import { createWorkMeter, FRAME_WORK, getWorkLimit, MAX_PARSED } from '../../../src/sidepanel/markdown/work.ts';
import { formatCopy } from '../../../src/sidepanel/answer/format-copy.ts';
import { collectKnownLinks } from '../../../src/sidepanel/answer/known-links.ts';
import { createRunModel, getAnswerText } from '../../../src/sidepanel/run/run-model.ts';
import { quoted } from '../../kit/runs/citations.ts';
import { HOSTILE_SHAPES } from '../../kit/pages/hostile-markdown.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';
import { markdownTexts } from './markdown-arbitraries.ts';
import { frames, OPENING, RUN, say } from '../kit/script.ts';

const KNOWN = new Set(['https://ok.example/']);

const toInertMarkdown = (text: string, known: ReadonlySet<string>): string =>
  runAtOnce(createInertCopy(text, known)).markdown;

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
    '[ok](https://ok.example/ "title")',
    't.example/SECRET',
    'SECRET.t.example',
    'ftp://t.example/SECRET',
    '\\\\t.example\\SECRET',
    't.example\\/SECRET',
    '[twice a day](#p1)',
    '$x$',
    '$',
    '$\\href{https://t.example/SECRET}{x}$',
    '$\\\\t.example\\SECRET$',
    '$a <img src=x> b$',
    '$![p](p.png)$',
    '$[x](y)$',
    '$a@t.example$',
    '\n$$\n\\includegraphics{p.png}\n$$\n',
    '\n\\[\n```\n\\]\n',
    '\n$$\n',
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
    if (node.type === 'link') expect(node.title ?? '').toBe('');
    // messengers make links of these
    if (node.type === 'text') expect(node.value).not.toContain('SECRET');
    if ('children' in node) stack.push(...node.children);
  }
}

describe('a copied answer', () => {
  it('is made in bounded steps and linear work of any shape of text, and loses no words [R11.8a]', () => {
    const { state } = Timeline.of(frames(...OPENING));
    const shapes = fc.constantFrom(...Object.values(HOSTILE_SHAPES));
    fc.assert(
      fc.property(shapes, fc.integer({ min: 1000, max: 6000 }), (shape, length) => {
        const text = `${shape(length)}\n\nend`;
        const meter = createWorkMeter();
        const work = formatCopy([text, [], state], meter);
        let before = 0;
        let step = work.next();
        for (; !step.done; step = work.next()) {
          expect(meter.spent - before).toBeLessThan(FRAME_WORK + 8 * MAX_PARSED);
          before = meter.spent;
        }
        expect(meter.heaviest).toBeLessThanOrEqual(2 * MAX_PARSED);
        expect(meter.spent).toBeLessThanOrEqual(4 * getWorkLimit(6 * length));
        expect(step.value.markdown).toContain('end');
        expect(step.value.html).toContain('end');
      }),
      // one of more work in all than any step may do
      { numRuns: 10, endOnFailure: true, examples: [[HOSTILE_SHAPES['open blocks of formulas'] ?? String, 6000]] },
    );
  });

  it('holds what was shown as plain text as code, in both forms [R11.8a]', () => {
    const { markdown, html } = runAtOnce(
      formatCopy([`- a\n${'  *b*\n'.repeat(2000)}\n\n*after*`, [], Timeline.of(frames(...OPENING)).state]),
    );
    expect(markdown).toMatch(/^```\n- a\n {2}\*b\*\n[^]*\n```\n[^]*\n\n\*after\*$/);
    expect(html).toMatch(/^<pre><code>- a\n {2}\*b\*\n[^]*<\/code><\/pre>\n[^]*\n<p><em>after<\/em><\/p>$/);
  });

  it.each([
    ['the title of a link', '[ok](https://ok.example/ "SECRET")', '[ok](https://ok.example/)'],
    ['what follows a fence', '```js SECRET\na\n```', '```js\na\n```'],
    ['characters that act on what is beside them', 'a\u202Eb\u{E0041}', 'ab'],
    ['them as references', 'a&#x202E;b', 'ab'],
    ['a comment, which joins an address', 't.exa<!-- -->mple/S', '`t.example/S`'],
  ])('leaves out %s', (_what, answer, copied) => {
    expect(toInertMarkdown(answer, KNOWN)).toBe(copied);
  });

  it.each(['t.example/S', 'S.t.example', 'ftp://t.example/S', '192.168.0.1/S', 'mailto:a@t.example?body=S'])(
    'writes %s as code, of which no program makes a link',
    (address) => expect(toInertMarkdown(`See ${address}`, KNOWN)).toBe(`See \`${address}\``),
  );

  it.each(['Node.js, e.g. and/or 24.5/30', 'v1.2.3 of example.org', 'Is it Node.js?'])('leaves “%s” as it is', (text) =>
    expect(toInertMarkdown(text, KNOWN)).toBe(text),
  );

  it('keeps an address as code below a block of a formula, which another renderer takes for a paragraph', () => {
    const copied = toInertMarkdown('$$\nx = 1\n$$\n    see http://a.example/b', KNOWN);
    expect(copied).toContain('$$\nx = 1\n$$\n');
    expectInert(copied, KNOWN);
  });

  it('keeps lists that stand side by side apart', () => {
    const copied = toInertMarkdown('![p](x)\n\n- a\n- b\n\n* c\n\n1. d\n\n1) e', KNOWN);
    const { children } = fromMarkdown(copied);
    expect(children.map((child) => [child.type, 'children' in child ? child.children.length : 0])).toEqual([
      ['paragraph', 1],
      ['list', 2],
      ['list', 1],
      ['list', 1],
      ['list', 1],
    ]);
  });

  it('holds no picture, no HTML and no link that the run does not know, as another renderer reads it [R11.7]', () => {
    fc.assert(
      fc.property(texts, (text) => expectInert(toInertMarkdown(text, KNOWN), KNOWN)),
      { numRuns: 100, endOnFailure: true },
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
        expectInert(
          runAtOnce(formatCopy([getAnswerText(run), run.state.request.answer?.citations ?? [], run.state])).markdown,
          known,
        );
        expectInert(exportLog(all, 'markdown'), new Set());
      }),
      { numRuns: 25, endOnFailure: true },
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
