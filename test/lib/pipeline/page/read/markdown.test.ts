import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MARKDOWN, truncateWithNotice } from '../../../../../src/lib/pipeline/page/read/truncate-markdown.ts';
import { markdownOf, prose, toMarkdown } from '../kit.ts';

const parse = (text: string) => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

test('headings, emphasis, quotes and rules', () => {
  expect(
    markdownOf(
      '<h2>A <span>title</span></h2><p>Some <em>fine</em> <strong>words</strong>.</p><blockquote><p>quote</p></blockquote>',
    ),
  ).toBe('## A title\n\nSome *fine* **words**.\n\n> quote');
});

test('nested and numbered lists, and check boxes', () => {
  expect(markdownOf('<ol start="3"><li>three<ul><li>inner</li><li>more</li></ul></li><li>four</li></ol>')).toBe(
    '3. three\n   - inner\n   - more\n4. four',
  );
  expect(markdownOf('<ol start=5><li>five<li value=10>ten<li>eleven</ol>')).toBe('5. five\n10. ten\n11. eleven');
  expect(markdownOf('<ol reversed><li>c<li>b<li>a</ol>')).toBe('3. c\n2. b\n1. a');
  expect(
    markdownOf('<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>'),
  ).toBe('- [x] done\n- [ ] open');
});

test('a picture that is all of a cell is its label', () => {
  const html =
    '<table><tr><th>Plan</th><th>SSO</th><th>Mail</th></tr><tr><td>Pro</td><td><svg role="img" aria-label="Yes"><path/></svg></td><td><i title="Included"></i></td></tr>' +
    '<tr><td>Free <svg aria-label="star"></svg></td><td><svg><title>No</title></svg></td><td><svg><path/></svg></td></tr></table>';
  expect(markdownOf(html)).toBe(
    '| Plan | SSO | Mail |\n| --- | --- | --- |\n| Pro | Yes | Included |\n| Free | No |  |',
  );
});

test('a table with a header row', () => {
  expect(
    markdownOf(
      '<table><tr><th>Wind</th><th>dB</th></tr><tr><td>8 | m/s</td><td><p>41</p><p>loud</p></td></tr></table>',
    ),
  ).toBe('| Wind | dB |\n| --- | --- |\n| 8 \\| m/s | 41 loud |');
});

test('a column of numbers in the type of code is no gutter', () => {
  const row = '<tr><td><pre>12</pre></td><td><pre>ls</pre></td></tr>';
  expect(markdownOf(`<table><tr><th>Code</th><th>Do</th></tr>${row}</table>`)).toContain('| `12` | `ls` |');
});

test('a table without a header row, with spans, ragged rows and a caption is one table of even width', () => {
  const text = markdownOf(
    '<table><caption>Tides</caption><tr><td rowspan="2">a</td><td>b</td><td>c</td></tr><tr><td colspan="2">d</td></tr><tr><td>e</td></tr></table>',
  );
  expect(text).toBe('*Tides*\n\n|  |  |  |\n| --- | --- | --- |\n| a | b | c |\n| 〃 | d |  |\n| e |  |  |');
});

test('a blank row of headings makes no heading of the first row of data', () => {
  const html =
    '<table><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>Brest</td><td>7 m</td></tr></tbody></table>';
  expect(markdownOf(html)).toBe('|  |  |\n| --- | --- |\n| Brest | 7 m |');
});

test('a cell over several rows is marked in each, a heading is said once, and a span ends with its group of rows', () => {
  const text = markdownOf(
    `<table><thead><tr><th rowspan="2">Port</th><th colspan="2">Height</th></tr><tr><th>high</th><th rowspan="3">low</th></tr></thead>
    <tbody><tr><td colspan="3">North coast</td></tr><tr><td rowspan="2">Brest</td><td>7 m</td><td>1 m</td></tr>
    <tr><td>6 m</td><td>2 m</td></tr></tbody></table>`,
  );
  expect(text.split('\n')).toEqual([
    '| Port | Height |  |',
    '| --- | --- | --- |',
    '|  | high | low |',
    '| North coast |  |  |',
    '| Brest | 7 m | 1 m |',
    '| 〃 | 6 m | 2 m |',
  ]);
});

test('a table that lays out the page becomes its text', () => {
  const text = markdownOf(`<table><tr><td><h2>Story</h2>${prose(30)}</td></tr></table>`);
  expect(text).toContain('## Story');
  expect(text).not.toContain('|');
});

test('code keeps its lines, its language and a fence longer than what it holds', () => {
  expect(
    markdownOf('<p>Run:</p><pre><code class="language-ts">const a = `x`;\n\n\n  if (a &lt; b) {}</code></pre>'),
  ).toContain('```ts\nconst a = `x`;\n\n\n  if (a < b) {}\n```');
  expect(markdownOf('<pre>```\nfenced\n```</pre>')).toBe('````\n```\nfenced\n```\n````');
});

test.each([
  ['lines as blocks', '<pre><code><div>one</div><div>two</div></code></pre>', 'one\ntwo'],
  ['lines by <br>', '<pre>one<br>two</pre>', 'one\ntwo'],
  [
    'lines as spans with line ends',
    '<pre><code><span class="line">one</span>\n<span class="line">two</span></code></pre>',
    'one\ntwo',
  ],
  [
    'line numbers in a gutter',
    '<pre><span class="line-number">1</span>one\n<span class="line-number">2</span>two</pre>',
    'one\ntwo',
  ],
  ['a copy button', '<pre><button>Copy</button>one\ntwo</pre>', 'one\ntwo'],
])('code with %s', (_, html, code) => {
  expect(markdownOf(html)).toBe(`\`\`\`\n${code}\n\`\`\``);
});

test.each([
  '<td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>def f(x):<br>    return x + 1</pre></td>',
  '<td class="linenos"><div><pre>1\n2</pre></div></td><td><div><pre>def f(x):\n    return x + 1\n</pre></div></td>',
  '<td class="lntd"><pre><code><span class="lnt">1\n</span>2</code></pre></td><td class="lntd"><pre>def f(x):\n    return x + 1</pre></td>',
])('code beside its line numbers is one block: %s', (cells) => {
  expect(markdownOf(`<p>Run:</p><table><tr>${cells}</tr></table>`)).toBe(
    'Run:\n\n```\ndef f(x):\n    return x + 1\n```',
  );
});

test('links and marks within code are no part of it', () => {
  const html = '<code><a href="/S.html">List</a>&lt;<b>String</b>&gt;<br>names</code>';
  expect(markdownOf(`<p>Use a ${html} here</p>`)).toBe('Use a `List<String> names` here');
});

test('code in a table of data stays in its cell', () => {
  const html = '<table><tr><th>Do</th><th>By</th></tr><tr><td>List</td><td><pre>ls -l</pre></td></tr></table>';
  expect(markdownOf(html)).toBe('| Do | By |\n| --- | --- |\n| List | `ls -l` |');
});

test.each([
  ['<div class="highlight-source-rust"><pre>x</pre></div>', 'rust'],
  ['<pre data-lang="PY">x</pre>', 'py'],
  ['<pre class="brush: bash">x</pre>', 'bash'],
  ['<pre class="lang-none">x</pre>', ''],
])('the language of %s', (html, language) => {
  expect(markdownOf(html)).toBe(`\`\`\`${language}\nx\n\`\`\``);
});

test('links are absolute; empty, script and same-page links are none', () => {
  expect(
    markdownOf(
      '<p><a href="/x y">go</a> <a href="javascript:alert(1)">run</a> <a href="#note">[1]</a> <a href="/z"></a>.</p>',
    ),
  ).toBe('[go](https://example.org/x%20y) run \\[1\\] .');
});

test('an address of unbounded length is no address', () => {
  expect(markdownOf(`<p><a href="/${'x'.repeat(3_000)}">go</a> on</p>`)).toBe('go on');
});

test('a figure has its picture, its description and its caption; a picture without words is dropped', () => {
  expect(
    markdownOf(
      '<figure><img src="a(1).png" alt="A gate"><figcaption>The <b>gate</b></figcaption></figure><img src="pixel.gif">',
    ),
  ).toBe('![A gate](https://example.org/section/a%281%29.png)\n\n*The gate*');
});

test('formulas keep their TeX, once', () => {
  const katex =
    '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>';
  expect(markdownOf(`<p>Take ${katex} now.</p>`)).toBe('Take $x^2$ now.');
  expect(markdownOf('<math display="block" alttext="a+b"><mi>a</mi></math>')).toBe('$$\na+b\n$$');
});

test('a card that is one link keeps its words, and its heading carries the link', () => {
  expect(markdownOf('<a href="/c"><h3>Card</h3><p>About it</p></a>')).toBe(
    '### [Card](https://example.org/c)\n\nAbout it',
  );
});

test('snake_case stays bare; text that looks like Markdown or HTML stays text', () => {
  expect(markdownOf('<p>use snake_case</p>')).toBe('use snake_case');
  const text = (html: string) => (parse(markdownOf(html)).children[0] as { children: { value: string }[] }).children;
  for (const raw of [
    '# not a heading',
    '1. no item',
    '- no item',
    '*a* _b_ `c` [d](e)',
    '<b>x</b> &amp; y',
    '> quote',
    '~~no~~',
  ])
    expect(text(`<p>${raw.replace(/[<&]/g, (c) => `&#${c.charCodeAt(0)};`)}</p>`)).toMatchObject([{ value: raw }]);
});

test('whatever a paragraph says reads back as the same words', () => {
  const char = fc.constantFrom(...Array.from('ab1 *_`[]()<>#&;!~|\\-+.:"\'$漢é'));
  fc.assert(
    fc.property(fc.string({ unit: char, maxLength: 40 }), (raw) => {
      const said = raw.replace(/\s+/g, ' ').trim();
      fc.pre(/[\p{L}\p{N}]/u.test(said));
      const p = document.createElement('p');
      p.append(raw.replace(/\s+/g, ' '));
      const div = document.createElement('div');
      div.append(p);
      const tree = parse(toMarkdown(div));
      expect(tree.children).toMatchObject([{ type: 'paragraph', children: [{ type: 'text', value: said }] }]);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['<p>+4.2 or -2 of #7, on 18. January</p>', '+4.2 or -2 of #7, on 18. January'],
  ['<p>On 18<b> or</b> 19. January</p>', 'On 18 **or** 19. January'],
  ['<p>On the <b>1</b>. day</p>', 'On the **1**. day'],
  ['<h2>1. The wrong way</h2>', '## 1. The wrong way'],
  ['<h2>About C #</h2>', '## About C \\#'],
  [
    '<table><tr><th>a</th><th>b</th></tr><tr><td>+ 1</td><td>- 2</td></tr></table>',
    '| a | b |\n| --- | --- |\n| + 1 | - 2 |',
  ],
  ['<ul><li>1. one</li></ul>', '- 1\\. one'],
  ['<p><span>1</span><span>. one</span></p>', '1\\. one'],
  ['<p>Wow!<a href="/x">more</a></p>', 'Wow\\![more](https://example.org/x)'],
])('an escape stands only where Markdown would read it otherwise: %s', (html, wanted) => {
  expect(markdownOf(html)).toBe(wanted);
});

test('whatever the lines and pieces of a paragraph say reads back as the same words', () => {
  const piece = fc.string({ unit: fc.constantFrom(...Array.from('ab1 +-=#>|:.)!~*_漢')), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (lines) => {
      const said = lines.map((pieces) => pieces.join('').replace(/ +/g, ' ').trim());
      fc.pre(said.every((line) => line !== '') && /[\p{L}\p{N}]/u.test(said.join('')));
      const p = document.createElement('p');
      lines.forEach((pieces, i) => {
        if (i > 0) p.append(document.createElement('br'));
        for (const text of pieces) p.appendChild(document.createElement('span')).append(text);
      });
      const div = document.createElement('div');
      div.append(p);
      const tree = parse(toMarkdown(div));
      const read = tree.children.flatMap((node) => (node.type === 'paragraph' ? node.children : []));
      expect(tree.children).toHaveLength(1);
      expect(
        read.map((node) => (node.type === 'text' ? node.value : node.type === 'break' ? '\n' : '?')).join(''),
      ).toBe(said.join('\n'));
    }),
    { numRuns: 300 },
  );
});

test('a heading reads back as the same words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('ab1 +-=#>|.)')), maxLength: 12 }), (raw) => {
      const said = raw.replace(/ +/g, ' ').trim();
      fc.pre(/[a-z1]/.test(said));
      const div = document.createElement('div');
      div.appendChild(document.createElement('h2')).append(raw);
      expect(parse(toMarkdown(div)).children).toMatchObject([{ type: 'heading', children: [{ value: said }] }]);
    }),
  );
});

test.each([
  ['', ''],
  ['- ', '  '],
  ['> ', '> '],
])('a cut inside a code block closes it (%j)', (first, rest) => {
  const text = `${first}\`\`\`js\n${`${rest}let x;\n`.repeat(MAX_MARKDOWN / 7)}${rest}\`\`\``;
  expect(truncateWithNotice(text).markdown.slice(-80)).toContain(`\n${rest}\`\`\`\n\n*The page`);
  expect(truncateWithNotice('```\nx\n```\n\ny', true).markdown).not.toMatch(/y\n`/);
});

test('very deep and long pages lose wrappers, not words', () => {
  const div = document.createElement('div');
  let inner: Element = div;
  for (let i = 0; i < 90; i += 1) inner = inner.appendChild(document.createElement('blockquote'));
  for (let i = 0; i < 300; i += 1)
    inner.appendChild(document.createElement('p')).append(`word${i} ${'x'.repeat(1_000)}`);
  const words = toMarkdown(div).match(/word\d+/g) ?? [];
  expect(words).toEqual(Array.from({ length: 300 }, (_, i) => `word${i}`));
});

test('a page longer than the bound says so at its end', () => {
  const { markdown: text, cut } = truncateWithNotice('x'.repeat(MAX_MARKDOWN + 5));
  expect(cut).toBe(true);
  expect(text.length).toBeLessThan(MAX_MARKDOWN + 100);
  expect(text).toMatch(/only its first part was read\.\*$/);
});
