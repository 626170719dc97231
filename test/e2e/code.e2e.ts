/** Code in an answer is coloured by its language, without a change of its text. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reply } from '../kit/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../kit/model-server.ts';
import { startSite, type Site } from '../kit/site.ts';
import { launch, type Harness } from './harness.ts';
import { checkLook } from './looks.ts';
import { button, openWithPanel, telling, useServer } from './reader.ts';

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
  for (const scheme of ['light', 'dark'] as const)
    await checkLook(x, panel, { width: 360, height: 765, scheme }, 'code');
  await page.close();
});
