import { expect, test } from 'vitest';
import { locateQuote } from '../../../../../src/lib/pipeline/page/locate/locate.ts';
import { BOUNDS } from '../../../../../src/lib/pipeline/page/read/flatten.ts';
import { documentOf, openShadow, flatten } from '../kit.ts';

const textOf = (doc: Document, bounds = BOUNDS, shadow = openShadow): string =>
  flatten(doc, shadow, bounds).doc.body.textContent.replace(/\s+/g, ' ').trim();

test('an open shadow root stands in place of its host, with slots filled and fallbacks kept', () => {
  const doc = documentOf('<x-card><b slot="name">Ada</b><i>loose</i><u slot="nowhere">unslotted</u></x-card>');
  const root = doc.querySelector('x-card')?.attachShadow({ mode: 'open' });
  root?.append(
    doc
      .createRange()
      .createContextualFragment('<p>Name: <slot name="name">?</slot></p><slot></slot><slot name="age">no age</slot>'),
  );
  expect(textOf(doc)).toBe('Name: Adalooseno age');
});

test('a closed shadow root is read through the function that can see it', () => {
  const doc = documentOf('<x-closed>light</x-closed>');
  const host = doc.querySelector('x-closed');
  const root = host?.attachShadow({ mode: 'closed' }) ?? null;
  root?.append('kept inside');
  expect(textOf(doc)).toBe('light');
  expect(textOf(doc, BOUNDS, (el) => (el === host ? root : null))).toBe('kept inside');
});

test('a frame that is parted into frames is read', () => {
  const doc = documentOf('<p>before</p><iframe></iframe><p>after</p>');
  const inner = doc.querySelector('iframe')?.contentDocument;
  const parted = documentOf('<frameset><frame></frameset>').querySelector('html > frameset');
  if (parted) inner?.body.replaceWith(parted);
  inner?.querySelector<HTMLIFrameElement>('frameset > frame')?.contentDocument?.body.append('framed');
  expect(textOf(doc)).toBe('beforeframedafter');
  expect(locateQuote(doc, openShadow, { exact: 'before framed after', before: '', after: '' })?.found).toBe('exact');
});

test('a same-origin frame is read in its place; a frame that cannot be seen into is passed over', () => {
  const doc = documentOf('<p>before</p><iframe></iframe><iframe id="other"></iframe><p>after</p>');
  const inner = doc.querySelector('iframe')?.contentDocument;
  inner?.body.append('framed');
  Object.defineProperty(doc.querySelector('#other'), 'contentDocument', {
    get: () => {
      throw new Error('SecurityError');
    },
  });
  expect(textOf(doc)).toBe('beforeframedafter');
});

test.each([
  ['display: none by a style sheet', '<style>.x{display:none}</style><p class="x">SECRET</p>'],
  ['display: none inline', '<p style="display:none">SECRET</p>'],
  ['the hidden attribute', '<p hidden>SECRET</p>'],
  ['visibility: hidden', '<div style="visibility:hidden"><p>SECRET</p></div>'],
  ['an icon', '<span aria-hidden="true" class="icon">SECRET</span><i aria-hidden="true">SECRET</i>'],
  ['the ligature of an icon', '<span aria-hidden="true">expand_more</span>'],
  ['a control for the mouse alone', '<div aria-hidden="true"><a href="/x">SECRET</a></div>'],
  ['what marks a line of code', '<pre><span aria-hidden="true">SECRET</span>seen</pre><style>p{display:none}</style>'],
  ['text clipped away', '<span style="position:absolute;clip:rect(0,0,0,0)">SECRET</span>'],
  ['text put off the screen', '<span style="position:absolute;left:-9999px">SECRET</span>'],
  ['scripts, styles and templates', '<script>SECRET</script><style>SECRET</style><template>SECRET</template>'],
  ['a hidden frame', '<iframe style="display:none" srcdoc="SECRET"></iframe>'],
])('%s is not read', (_, html) => {
  expect(textOf(documentOf(`${html}<p>seen</p>`))).toBe('seen');
});

const UNSEEN =
  '<style>.unseen{position:absolute;clip:rect(1px,1px,1px,1px)}.off{position:absolute;left:-10000px}</style>';

test.each([
  ['<b aria-hidden="true">six jobs</b><b class="unseen">six jobs</b>', 'six jobs'],
  ['<b class="unseen">six jobs</b><b aria-hidden="true">six jobs</b>', 'six jobs'],
  ['<b aria-hidden="true">$19.99</b><b class="unseen">19 dollars 99</b>', '$19.99'],
  ['<b class="off">$29.99</b><b aria-hidden="true"><i>$</i><i>29</i><i>99</i></b>', '$29.99'],
  ['<b>Bern</b><b aria-hidden="true">Bern</b>', 'Bern'],
  ['Ends <span aria-hidden="true">in May</span>.', 'Ends in May.'],
  [
    '<a aria-hidden="true" href="/s">A sentence is there for those who see, and it leads to the story.</a>',
    'A sentence is there for those who see, and it leads to the story.',
  ],
])('words for eyes and for screen readers are read once: %s', (html, read) => {
  expect(textOf(documentOf(`${UNSEEN}<p>${html}</p>`))).toBe(read);
});

test('what shows again inside a hidden parent is read', () => {
  expect(textOf(documentOf('<div style="visibility:hidden">no<p style="visibility:visible">yes</p></div>'))).toBe(
    'yes',
  );
});

test('a closed <details> and a page behind an open dialog stay readable', () => {
  expect(textOf(documentOf('<details><summary>More</summary><p>inside</p></details>'))).toBe('Moreinside');
  expect(textOf(documentOf('<div aria-hidden="true"><main><p>the page</p></main></div>'))).toBe('the page');
});

test('hidden text is dropped by its attributes in a document without a window', () => {
  const doc = new DOMParser().parseFromString(
    '<p hidden>a</p><p style="color:red; display : none">b</p><p>c</p>',
    'text/html',
  );
  expect(textOf(doc)).toBe('c');
});

test('pictures get the address a lazy loader keeps, never a data: placeholder', () => {
  const doc = documentOf(`
    <img id="a" src="data:image/gif;base64,R0lGOD" data-src="/real.jpg">
    <img id="b" src="data:image/gif;base64,R0lGOD">
    <picture><source srcset="/small.webp 1x, /big.webp 2x"><img id="c"></picture>
    <img id="d" src="pic.png">`);
  const copy = flatten(doc, openShadow).doc;
  const src = (id: string) => copy.querySelector(`#${id}`)?.getAttribute('src');
  expect(src('a')).toBe('https://example.org/real.jpg');
  expect(src('b')).toBeNull();
  expect(src('c')).toBe('https://example.org/small.webp');
  expect(src('d')).toBe('https://example.org/section/pic.png');
});

test('every bound holds and is reported', () => {
  const many = documentOf('<p>one two</p>'.repeat(60));
  expect(flatten(many, openShadow, { ...BOUNDS, nodes: 100 })).toMatchObject({ cut: true });
  expect(flatten(many, openShadow, { ...BOUNDS, characters: 50 }).doc.body.textContent.length).toBeLessThanOrEqual(50);
  const long = documentOf(`<p>${'word '.repeat(100)}</p>`);
  const part = flatten(long, openShadow, { ...BOUNDS, characters: 50 });
  expect(part.cut).toBe(true);
  expect(part.doc.body.textContent).toBe('word '.repeat(10));
  expect(flatten(many, openShadow)).toMatchObject({ cut: false });
});

test('nesting far deeper than the bound keeps its text and a bounded depth', () => {
  const doc = documentOf('');
  let at: Element = doc.body;
  for (let i = 0; i < 400; i += 1) at = at.appendChild(doc.createElement('div'));
  at.append('bottom');
  // Cut loose from the window's styles, whose cascade is jsdom's own recursion.
  const bare = doc.implementation.createHTMLDocument('');
  bare.body.append(...doc.body.childNodes);
  const copy = flatten(bare, openShadow).doc;
  let depth = 0;
  for (let el = copy.body.firstElementChild; el; el = el.firstElementChild) depth += 1;
  expect(copy.body.textContent.trim()).toBe('bottom');
  expect(depth).toBeLessThanOrEqual(BOUNDS.depth + 1);
});

test('a shell that scripts never filled gives what it keeps for readers without scripts', () => {
  const kept = 'Words for readers without scripts. '.repeat(20);
  expect(textOf(documentOf(`<div id="app">Loading</div><noscript><p>${kept}</p></noscript>`))).toContain(
    'Words for readers',
  );
  expect(textOf(documentOf(`<p>${'Real words. '.repeat(50)}</p><noscript>${kept}</noscript>`))).not.toContain(
    'readers',
  );
});
