/** Selections made with a real mouse in real pages, and what the product keeps of them when “Ask…” is pressed. */
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TabSelection } from '../../../src/lib/pipeline/page/selection/selection.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { menu, putToolbarOn } from '../kit/pressing.ts';
import { warns } from '../kit/reader.ts';
import { askInToolbar, drag, keptAfter } from '../kit/selecting.ts';

const HERE = 'http://localhost/selection';
const ELSEWHERE = 'http://elsewhere.test/frame';

const KATEX =
  '<span class="katex"><span class="katex-mathml" style="position:absolute;clip:rect(0,0,0,0)"><math><semantics>' +
  '<mi>E</mi><annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math></span>' +
  '<span class="katex-html" aria-hidden="true"><b>E</b>=<b>mcsquare</b></span></span>';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>On oars</title>
<style>body { font: 15px/22px monospace; margin: 8px 20px } .no { user-select: none } td { padding: 2px 12px }</style></head><body>
<nav>Home Prices Login</nav><h1>On oars</h1><p>Oars are old. Nobody knows who made the first.</p>
<h2>Wood</h2><p>Most are of ash. A few are of <a href="/spruce">Sitka spruce</a>, which floats. Oak sinks.</p>
<p>Energy is ${KATEX} by law. Mass is <math><semantics><mi>massive</mi><annotation encoding="application/x-tex">m_0</annotation></semantics></math> at rest.</p>
<table><thead><tr><th>Name</th><th>Use</th><th>Weight</th></tr></thead><tbody><tr><td>Ash</td><td>blades</td><td>seven</td></tr>
<tr><td>Fir</td><td>masts</td><td>four</td></tr><tr><td>Oak</td><td>keels</td><td>nine</td></tr></tbody></table>
<ol><li>Saw the board.</li><li>Plane the shaft.</li><li>Oil the blade.</li></ol>
<pre class="language-js"><code>const oar = 1;
if (oar) {
  row(oar);
}</code></pre>
<h3>Cards</h3><x-open></x-open><x-closed></x-closed>
<p>Some <span class="no">UNSELECTABLE</span> remarks follow it.</p>
<p lang="ar" dir="rtl">النهر طويل. يجري الماء ببطء إلى البحر.</p>
<p lang="zh">河流从山中来。船在河上慢慢走。人们看着。</p>
<textarea rows="2" cols="60">A draft about rowing. It has two sentences.</textarea><input type="password" value="hunter2secret">
<p><iframe src="/selection/frame" width="600" height="120"></iframe><iframe src="${ELSEWHERE}" width="600" height="60"></iframe></p>
<script>
const card = (name, mode, text) => { const root = document.querySelector(name).attachShadow({ mode }); root.innerHTML = text; return root; };
card('x-open', 'open', '<p>An open card holds open words here.</p>');
globalThis.closedRoots = [card('x-closed', 'closed', '<h4>Sealed</h4><p>A closed card holds sealed words here.</p>')];
</script></body></html>`;
const FRAME = `<!doctype html><html lang="de"><title>Der Rahmen</title><style>body{font:15px/22px monospace}</style>
<h1>Rahmen</h1><p>Hier steht etwas. Das Ruder liegt im Boot. Mehr nicht.</p></html>`;

let x: Harness;
let page: Page;
let devtools: CDPSession;

beforeAll(async () => {
  x = await launch();
  await x.route('http://localhost/selection**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: route.request().url() === HERE ? PAGE : FRAME }),
  );
  await x.route('http://elsewhere.test/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>Foreign words stay foreign.</p>' }),
  );
  await x.setSettings({});
  await putToolbarOn(x, 'http://localhost');
});
beforeEach(async () => {
  page = await x.open(HERE);
  devtools = await x.context.newCDPSession(page);
});
afterEach(() => page.close());
afterAll(() => x.close());

const press = (): Promise<void> => askInToolbar(page, devtools);

/** What is read after a drag from one text to another. */
async function selected(from: string, to: string): Promise<TabSelection> {
  await drag(page, from, to);
  return keptAfter(x, press);
}

/** The shortcut, which tells nothing of what is selected. */
const shortcut = (over = page): Promise<void> => x.command('ask-selection', over);

test('words of an article come with what stands around them, and the page stays as it was', async () => {
  const before = await page.evaluate(() => document.documentElement.outerHTML);
  expect(await selected('few are', 'spruce')).toEqual({
    url: HERE,
    page: HERE,
    title: 'On oars',
    site: 'localhost',
    language: 'en',
    path: ['On oars', 'Wood'],
    text: 'few are of [Sitka spruce](http://localhost/spruce)',
    cut: false,
    before: '# On oars\n\nOars are old. Nobody knows who made the first.\n\n## Wood\n\nMost are of ash. A',
    after: expect.stringMatching(/^, which floats\. Oak sinks\.\n\nEnergy is \$E = mc\^2\$ by law\./) as string,
  });
  expect(await page.evaluate(() => document.documentElement.outerHTML)).toBe(before);
});

test('a formula that was touched is whole, and one', async () => {
  expect((await selected('mcsquare', 'by law')).text).toBe('$E = mc^2$ by law');
  expect((await selected('Mass is', 'massive')).text).toBe('Mass is $m_0$');
});

test('cells of a table keep their columns and the header row', async () => {
  expect((await selected('masts', 'keels')).text.split('\n')).toEqual([
    '| Name | Use | Weight |',
    '| --- | --- | --- |',
    '|  | masts | four |',
    '| Oak | keels |  |',
  ]);
});

test('items of a list keep their numbers', async () => {
  expect((await selected('Plane', 'Oil')).text).toBe('2. Plane the shaft.\n3. Oil');
});

test('lines of code are code in their language', async () => {
  expect((await selected('if (oar)', 'row(oar);')).text).toBe('```js\nif (oar) {\n  row(oar);\n```');
});

test.each([
  ['open', 'open words', ['On oars', 'Wood', 'Cards'], 'An open card holds'],
  ['closed', 'sealed words', ['On oars', 'Wood', 'Cards', 'Sealed'], 'A closed card holds'],
])('words in a shadow tree that is %s are read where they stand', async (_, words, path, before) => {
  const read = await selected(words, words);
  expect(read).toMatchObject({ text: words, path });
  expect(read.before.endsWith(before)).toBe(true);
  expect(read.after).toMatch(/^here\./);
});

test('a selection across two shadow trees holds both', async () => {
  await drag(page, 'open words', 'sealed words');
  const { text } = await keptAfter(x, shortcut); // the toolbar knows of the first alone
  expect(text).toBe('open words here.\n\n#### Sealed\n\nA closed card holds sealed words');
});

test('what a page keeps from being selected is left out', async () => {
  expect((await selected('Some', 'remarks')).text).toBe('Some remarks');
});

test('scripts from right to left and without spaces are read with their own sentences', async () => {
  const arabic = await selected('الماء', 'ببطء');
  expect(arabic).toMatchObject({ language: 'ar', text: 'الماء ببطء' });
  expect(arabic.before.endsWith('النهر طويل. يجري')).toBe(true);
  expect(arabic.after.startsWith('إلى البحر.')).toBe(true);
  const chinese = await selected('河上', '河上');
  expect(chinese).toMatchObject({ language: 'zh', text: '河上' });
  expect(chinese.after.startsWith('慢慢走。人们看着。')).toBe(true);
});

test('a text field gives what is selected in it, and a password field nothing', async () => {
  await page.locator('textarea').click();
  await page.locator('textarea').evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(8, 20));
  expect(await keptAfter(x, shortcut)).toMatchObject({
    text: 'about rowing',
    before: 'A draft',
    after: '. It has two sentences.',
    path: ['On oars', 'Wood', 'Cards', 'Sealed'],
  });
  await x.clickAction(page);
  await page.locator('input').selectText();
  await shortcut();
  await warns(await x.sidePanel(), /No text is selected\./);
});

describe('in a frame', () => {
  test('the selection is read with the frame’s own page, whether the frame is known or not', async () => {
    const frame = page.frame({ url: `${HERE}/frame` });
    if (!frame) throw new Error('no frame');
    await drag(page, 'Das Ruder', 'Boot', frame);
    const wanted = {
      url: `${HERE}/frame`,
      title: 'Rahmen',
      language: 'de',
      path: ['Rahmen'],
      text: 'Das Ruder liegt im Boot',
      after: '. Mehr nicht.',
    };
    expect(await keptAfter(x, press)).toMatchObject(wanted);
    expect(await keptAfter(x, shortcut)).toMatchObject(wanted);
  });

  test('to which there is no access, the browser’s plain text is what is given', async () => {
    const frame = page.frame({ url: ELSEWHERE });
    if (!frame) throw new Error('no frame');
    await drag(page, 'Foreign', 'stay', frame);
    const told = { selectionText: 'Foreign words stay', frameUrl: ELSEWHERE, frameId: undefined };
    expect(await keptAfter(x, () => menu(x, page, 'ask', told))).toEqual({
      url: ELSEWHERE,
      page: HERE,
      title: 'On oars',
      site: 'elsewhere.test',
      language: '',
      path: [],
      text: 'Foreign words stay',
      cut: false,
      before: '',
      after: '',
    });
  });
});

test('where something else is selected by now, what was told is found in the page', async () => {
  await drag(page, 'Most are', 'of ash');
  const keptOf = (selectionText: string): Promise<TabSelection> =>
    keptAfter(x, () => menu(x, page, 'ask', { selectionText }));
  expect(await keptOf('Nobody knows')).toMatchObject({
    text: 'Nobody knows',
    path: ['On oars'],
    after: expect.stringMatching(/^who made the first\./) as string,
  });
  expect(await keptOf('Nothing of the kind')).toMatchObject({
    text: 'Nothing of the kind',
    before: '',
    after: '',
    path: [],
  });
});

test('nothing selected, and a page that no extension may read, are told with a hint', async () => {
  await x.clickAction(page);
  const panel = await x.sidePanel();
  await shortcut();
  await warns(panel, /No text is selected\.\s*Select some text/);
  const own = await x.open('chrome://version');
  await shortcut(own);
  await warns(panel, /the browser’s own pages\.\s*Open any website/);
  const foreign = await x.open('http://elsewhere.test/page');
  await shortcut(foreign);
  await warns(panel, /has no access to this tab\.\s*Click the KnowledgeLens icon/);
  await Promise.all([own.close(), foreign.close()]);
});
