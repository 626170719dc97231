/** Code in an answer is coloured by its language, without a change of its text. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { button, openWithPanel, telling, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;
beforeAll(async () => {
  [site, server] = await Promise.all([startSite(), startModelServer()]);
  x = await launch();
  await useServer(x, server);
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));

const CODE = 'function tide(hour) {\n  // twice a day\n  return "high";\n}';

/** What is on it, by type. */
const readClipboard = (panel: Page) =>
  panel.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string): Promise<[string, string | undefined]> => [
      type,
      await (await item?.getType(type))?.text(),
    ];
    return Object.fromEntries(await Promise.all((item?.types ?? []).map(read)));
  });

const PUSHED = `npm test${' '.repeat(400)}; echo a${'\n'.repeat(90)}b`;

test('the words of the language are coloured, in an answer that has come', async () => {
  server.respond(() =>
    reply({ text: `So it is written:\n\n\`\`\`js\n${CODE}\n\`\`\`\n\n\`\`\`unheard-of\n${PUSHED}\n\`\`\`` }),
  );
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await panel.locator('#ask-field').fill('How is it written?');
  await button(panel, 'Ask').click();
  await telling(panel, panel.getByText('function tide').waitFor());
  await panel.waitForFunction(() => CSS.highlights.get('code-comment')?.size === 1);
  const coloured = await panel.evaluate(() =>
    Array.from(CSS.highlights, ([name, ranges]) => [
      name,
      Array.from(ranges, (range) => range.startContainer.nodeValue?.slice(range.startOffset, range.endOffset)),
    ]),
  );
  expect(Object.fromEntries(coloured)).toMatchObject({
    'code-keyword': ['function', 'return'],
    'code-comment': ['// twice a day'],
    'code-string': ['"high"'],
  });
  expect(await panel.locator('pre code').first().innerText()).toBe(CODE);
  const pushed = panel.locator('pre').last();
  expect(await pushed.textContent()).toBe(PUSHED);
  const [width, height] = await pushed.evaluate(
    (box) => [box.scrollWidth - box.clientWidth, box.scrollHeight] as const,
  );
  expect(width).toBe(0); // nothing stands beside or far below what is in sight
  expect(height).toBeLessThan(150);
  await checkLook(x, panel, 'code');

  await x.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.bringToFront();
  await button(panel, 'Copy this code').first().press('Enter');
  await telling(panel, button(panel, 'Copied').waitFor());
  expect(await readClipboard(panel)).toEqual({ 'text/plain': CODE });
  await button(panel, 'Copy').click();
  await telling(panel, panel.getByText('The text was copied.').waitFor());
  const { 'text/plain': markdown, 'text/html': html } = await readClipboard(panel);
  expect(markdown).toContain(`So it is written:\n\n\`\`\`js\n${CODE}\n\`\`\``);
  expect(html).toMatch(/<p>So it is written:<\/p>\s*<pre><code[^>]*>function tide\(hour\) \{/);
  await page.close();
});
