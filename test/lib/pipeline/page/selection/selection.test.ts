import { expect, test } from 'vitest';
import { SELECTED_BOUNDS } from '../../../../../src/lib/pipeline/page/selection/selection.ts';
import { check } from '../../../../../src/lib/protocol/check.ts';
import { documentOf, openShadow, prose, readSelectionByText, readSelection } from '../kit.ts';
import { markedRange, selectedIn } from '../selecting.ts';

test('words within a sentence come with the headings above, the rest of the page’s text and where it is', () => {
  const page = `<!doctype html><html lang="en-gb"><head><title>Rivers | Boats</title>
    <meta property="og:site_name" content="Boats"></head><body><nav>Home</nav><h1>Rivers</h1><p>Intro.</p>
    <h2>Rowing <a href="#rowing">#</a></h2><p>One goes first. Two has ⟦some  words⟧ inside. Three.</p>
    <p>Then <a href="/x">a link</a>.</p><footer>Imprint</footer></body></html>`;
  const selected = selectedIn(page);
  expect(selected).toEqual({
    url: 'https://example.org/section/page.html',
    title: 'Rivers',
    site: 'Boats',
    language: 'en-GB',
    path: ['Rivers', 'Rowing'],
    text: 'some words',
    cut: false,
    before: '# Rivers\n\nIntro.\n\n## Rowing\n\nOne goes first. Two has',
    after: 'inside. Three.\n\nThen a link.',
  });
  expect(check('selected', selected).ok).toBe(true);
});

test.each([
  ['nothing between the bounds', '<p>one⟦⟧ two</p>'],
  ['white space', '<p>one⟦ </p> <p> ⟧two</p>'],
  ['signs without a letter or digit', '<p>one ⟦— …⟧ two</p>'],
  ['what nobody sees', '<p>one⟦</p><p hidden>secret</p><p>⟧two</p>'],
])('%s is no selection', (_, body) => {
  const doc = documentOf(body);
  expect(readSelection(doc, openShadow, [markedRange(doc.documentElement)])).toBeNull();
});

test('no range is no selection', () => {
  expect(readSelection(documentOf('<p>text</p>'), openShadow, [])).toBeNull();
});

test('several blocks keep their form, and a paragraph selected to its very end takes nothing of the next', () => {
  expect(selectedIn('<h2>T⟦wo</h2><p>Some <b>bold</b> words.</p><ul><li>⟧item</li></ul>').text).toBe(
    '## wo\n\nSome **bold** words.',
  );
});

test('bounds that lie between elements are as good as bounds in text', () => {
  const doc = documentOf('<div><p>one</p><p>two</p><p>three</p></div>');
  const range = doc.createRange();
  const box = doc.body.children[0] ?? doc.body;
  range.setStart(box, 1);
  range.setEnd(box, 2);
  expect(readSelection(doc, openShadow, [range])).toMatchObject({ text: 'two', before: 'one', after: 'three' });
  range.selectNodeContents(doc.documentElement);
  expect(readSelection(doc, openShadow, [range])?.text).toBe('one\n\ntwo\n\nthree');
});

test('several ranges are one selection', () => {
  const doc = documentOf('<p>one</p><p>two</p><p>three</p>');
  const ranges = [...doc.querySelectorAll('p')].map((p) => {
    const range = doc.createRange();
    range.selectNodeContents(p);
    return range;
  });
  const [first, , last] = ranges;
  if (!first || !last) throw new Error('no ranges');
  expect(readSelection(doc, openShadow, [first, last])).toMatchObject({ text: 'one\n\nthree', before: '', after: '' });
});

const TABLE = (rows: string): string =>
  `<p>Woods:</p><table><thead><tr><th>Name</th><th>Use</th><th>Weight</th></tr></thead><tbody>${rows}</tbody></table>`;

test('a part of a table has the header row, and each cell stays in its column', () => {
  const { text, before, after } = selectedIn(
    TABLE(
      '<tr><td>Ash</td><td>oars</td><td>7</td></tr><tr><td>Oak</td><td>⟦boats</td><td>9</td></tr>' +
        '<tr><td>Fir⟧</td><td>masts</td><td>4</td></tr>',
    ),
  );
  const head = '| Name | Use | Weight |\n| --- | --- | --- |\n';
  expect(text).toBe(`${head}|  | boats | 9 |\n| Fir |  |  |`);
  expect(before).toBe(`Woods:\n\n${head}| Ash | oars | 7 |\n| Oak |  |  |`);
  expect(after).toBe(`${head}|  | masts | 4 |`);
});

test('cells that reach down from rows that were not selected keep the columns of those that were', () => {
  const { text } = selectedIn(
    TABLE(
      '<tr><td rowspan="2">Ash</td><td>oars</td><td>7</td></tr><tr><td>⟦hafts</td><td>8</td></tr>' +
        '<tr><td>Fir⟧</td><td>masts</td><td>4</td></tr>',
    ),
  );
  expect(text.split('\n').slice(2)).toEqual(['|  | hafts | 8 |', '| Fir |  |  |']);
});

test('words of one cell are words, and a table that lays out the page is none', () => {
  expect(selectedIn(TABLE('<tr><td>Ash</td><td>oars and ⟦hafts⟧</td><td>7</td></tr>')).text).toBe('hafts');
  const layout = `<table role="presentation"><tr><td>left ⟦side</td><td>right⟧ side</td></tr></table>`;
  expect(selectedIn(layout).text).toBe('side\n\nright');
});

test('a part of a list keeps the numbers of its items', () => {
  expect(
    selectedIn('<ol start="4"><li>four</li><li>five ⟦here</li><li>six</li><li>seven⟧ there</li></ol>'),
  ).toMatchObject({ text: '5. here\n6. six\n7. seven', before: '4. four\n5. five', after: 'there' });
  expect(selectedIn('<ol reversed><li>c</li><li>b ⟦two</li><li>a⟧</li></ol>').text).toBe('2. two\n1. a');
});

test('a part of a code block is code in the block’s language, line by line', () => {
  const { text, before, after } = selectedIn(
    '<p>Look:</p><pre class="language-js"><code>const a = 1;\nif (⟦a) {\n  go();\n}⟧\nend();</code></pre><p>Done.</p>',
  );
  expect(text).toBe('```js\na) {\n  go();\n}\n```');
  expect(before).toBe('Look:\n\n```js\nconst a = 1;\nif (\n```');
  expect(after).toBe('```js\nend();\n```\n\nDone.');
});

const KATEX =
  '<span class="katex"><span class="katex-mathml"><math><semantics><mrow></mrow>' +
  '<annotation encoding="application/x-tex">a^2+b</annotation></semantics></math></span>' +
  '<span class="katex-html" aria-hidden="true"><span>a2</span><span>+b</span></span></span>';

test('a formula of which a part was selected is taken whole, once, as TeX', () => {
  const { text, before, after } = selectedIn(
    `<p>We see ${KATEX.replace('a2', 'a⟦2')} grow ${KATEX.replace('+b', '+⟧b')} now.</p>`,
  );
  expect(text).toBe('$a^2+b$ grow $a^2+b$');
  expect([before, after]).toEqual(['We see', 'now.']);
  expect(selectedIn(`<p>of ${KATEX.replace('a2', '⟦a⟧2')} it</p>`).text).toBe('$a^2+b$');
});

test('the mark of a note of which a part was selected is taken whole', () => {
  const { text } = selectedIn('<p>We ⟦see it.<sup><a href="#n1">[⟧1]</a></sup> Now.</p><p id="n1">Note.</p>');
  expect(text).toBe('see it.[^1]');
});

test('pictures with words of their own are there, and what cannot be selected is not', () => {
  const body =
    '<p>It ⟦has <img src="/dog.png" alt="a dog"> and <span style="user-select: none">UNSELECTABLE</span> that⟧.</p>';
  expect(selectedIn(body).text).toBe('has ![a dog](https://example.org/dog.png) and that');
});

test('what was selected is read, were it marked as decoration; what is hidden is not', () => {
  const body = '<p>A <span aria-hidden="true">⟦sign</span> and <span style="display:none">SECRET</span> word⟧</p>';
  expect(selectedIn(body).text).toBe('sign and word');
});

test('the surroundings cross shadow trees and slots in the order of the page as it is shown', () => {
  const doc = documentOf('<h1>Page</h1><p>Light before.</p><x-card><b slot="name">Ada</b></x-card><p>Light after.</p>');
  const root = doc.querySelector('x-card')?.attachShadow({ mode: 'closed' }) ?? null;
  const parts = '<h2>Card of <slot name="name"></slot></h2><p>Inner first. Inner ⟦chosen⟧ words.</p>';
  root?.append(doc.createRange().createContextualFragment(parts));
  const selected = selectedIn(doc, (el) => (el.localName === 'x-card' ? root : null));
  expect(selected).toMatchObject({
    path: ['Page', 'Card of Ada'],
    text: 'chosen',
    before: '# Page\n\nLight before.\n\n## Card of **Ada**\n\nInner first. Inner',
    after: 'words.\n\nLight after.',
  });
});

test('a selection from the page into a shadow tree holds what lies between', () => {
  const doc = documentOf('<p>Light ⟦before.</p><x-card></x-card><p>after</p>');
  const root = doc.querySelector('x-card')?.attachShadow({ mode: 'open' });
  root?.append(doc.createRange().createContextualFragment('<p>Inner words⟧ stay.</p>'));
  expect(selectedIn(doc)).toMatchObject({ text: 'before.\n\nInner words', before: 'Light', after: 'stay.\n\nafter' });
});

test.each([
  ['deeper ones of earlier sections do not count', '<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2><p>⟦x⟧</p>', ['A', 'D']],
  ['a skipped level is no hindrance', '<h1>A</h1><h4>B</h4><p>⟦x⟧</p>', ['A', 'B']],
  ['of a heading itself, those above', '<h1>A</h1><h2>B</h2><h2>C ⟦x⟧</h2>', ['A']],
  [
    'a role makes a heading',
    '<div role="heading" aria-level="1">A</div><div role="heading">B</div><p>⟦x⟧</p>',
    ['A', 'B'],
  ],
  ['a role unmakes one', '<h1>A</h1><h2 role="presentation">B</h2><p>⟦x⟧</p>', ['A']],
  [
    'hidden ones do not count',
    '<h1>A</h1><h2 style="display:none">B</h2><div hidden><h2>C</h2></div><p>⟦x⟧</p>',
    ['A'],
  ],
  ['nor those of a box beside', '<h1>A</h1><aside><h2>B</h2></aside><article><h2>C</h2></article><p>⟦x⟧</p>', ['A']],
  ['nor those of a section before', '<h1>A</h1><section><h2>B</h2></section><section><p>⟦x⟧</p></section>', ['A']],
  [
    'a title in a section of its own is the page’s',
    '<section><h1>A</h1></section><section><h2>B</h2>⟦x⟧</section>',
    ['A', 'B'],
  ],
])('headings: %s', (_, body, path) => {
  expect(selectedIn(body).path).toEqual(path);
});

test('the language is that of the selected element where the page says', () => {
  expect(selectedIn('<html lang="en"><body><p>He said <q lang="de">Guten ⟦Tag⟧</q></p>').language).toBe('de');
  expect(
    selectedIn(`<body><p>${'河流从山中来。'.repeat(3)}⟦慢慢地流向大海，河流从山中来，慢慢地流向大海⟧。</p>`).language,
  ).toBe('zh');
});

test('the surroundings end where sentences end, within some 500 characters', () => {
  const line = (n: number): string => `Sentence number ${n} is about as long as most are in prose of this kind.`;
  const many = (from: number): string => Array.from({ length: 20 }, (_, i) => line(from + i)).join(' ');
  const { before, after } = selectedIn(`<p>${many(100)} Here ⟦it⟧ is. ${many(200)}</p>`);
  for (const side of [before, after]) {
    expect(side.length).toBeGreaterThan(400);
    expect(side.length).toBeLessThanOrEqual(SELECTED_BOUNDS.side);
  }
  expect(before).toMatch(/^Sentence number 1\d\d .+ Here$/);
  expect(after).toMatch(/^is\. Sentence number 200 .+ of this kind\.$/);
});

test('sentences of a script without spaces end where they end', () => {
  const many = '河流从山中来，慢慢地流向大海。'.repeat(60);
  const { before, after } = selectedIn(`<html lang="zh"><body><p>${many}船在⟦河⟧上。${many}</p>`);
  expect(before).toMatch(/^河流从.+。船在$/);
  expect(after).toMatch(/^上。河流.+大海。$/);
  expect(before.length + after.length).toBeGreaterThan(900);
});

test('text from right to left is read in its own order', () => {
  const body = '<html lang="ar" dir="rtl"><body><h1>الأنهار</h1><p>النهر طويل. يجري ⟦الماء ببطء⟧ إلى البحر. ثم يصل.</p>';
  expect(selectedIn(body)).toMatchObject({
    language: 'ar',
    path: ['الأنهار'],
    text: 'الماء ببطء',
    before: '# الأنهار\n\nالنهر طويل. يجري',
    after: 'إلى البحر. ثم يصل.',
  });
});

test('more than is taken is cut at a line, says so, and leaves no code block open', () => {
  const { text, cut } = selectedIn(`<p>⟦Start.</p>${prose(6_000)}<p>End⟧.</p>`);
  expect(cut).toBe(true);
  expect(text.length).toBeLessThanOrEqual(SELECTED_BOUNDS.text);
  expect(text.length).toBeGreaterThan(SELECTED_BOUNDS.text / 2);
  expect(text.endsWith('slowly.')).toBe(true);
  const code = selectedIn(`<pre>⟦${'let a = 1;\n'.repeat(3_000)}⟧</pre>`);
  expect(code.cut).toBe(true);
  expect(code.text.length).toBeLessThanOrEqual(SELECTED_BOUNDS.text);
  expect(code.text).toMatch(/^```\nlet a[^]+a = 1;\n```$/);
});

test('a text that was told is found where the page says it, though a browser tells it without its form', () => {
  const doc = documentOf('<h1>Oars</h1><p>Ash is <b>heavy</b>;</p><ul><li>oak is not.</li></ul><p>Fir floats.</p>');
  expect(readSelectionByText(doc, openShadow, 'HEAVY oak is')).toMatchObject({
    path: ['Oars'],
    text: '**heavy**;\n\n- oak is',
    before: '# Oars\n\nAsh is',
    after: '- not.\n\nFir floats.',
  });
});

test('a text that stands in two places, or in none, is not found', () => {
  const doc = documentOf('<p>oak and oak</p><p>ash</p>');
  expect(readSelectionByText(doc, openShadow, 'oak')).toBeNull();
  expect(readSelectionByText(doc, openShadow, 'fir')).toBeNull();
  expect(readSelectionByText(doc, openShadow, '…')).toBeNull();
  expect(readSelectionByText(doc, openShadow, 'ash')?.text).toBe('ash');
});
