/** Mathematics in an answer is set by the browser; what is no mathematics stays as it is. */
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

const WIDE = String.raw`h(t) = h_0 + \sum_{i=1}^{n} A_i \cos\left(\omega_i t + \varphi_i\right) + \frac{1}{2}\int_0^t \left(u(s) - \overline{u}\right)^2\,ds + \varepsilon(t)`;
const TEXT = String.raw`The height $h$ of the tide depends on \(\omega_{M_2} = \frac{2\pi}{12.42\,\mathrm{h}}\), and a table costs $5 to $10.

$$
${WIDE}
$$

- For each $t \in \mathbb{R}$:
  \[
  f(t) = \begin{cases} 1 & t > 0 \\ 0 & \text{otherwise} \end{cases}
  \]
- $$\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1} = \frac{1}{ad-bc}\begin{pmatrix} d & -b \\ -c & a \end{pmatrix}$$

$$
\begin{aligned}
a &= b + c \\
  &= \boxed{\sqrt{x^2 + y^2}}
\end{aligned}
$$

What is not closed: $\frac{a}{b

Not a command: $\unheardof{x}_1$. The end.`;

test('formulas are set, wide ones scroll in their own boxes, and prices stay prices', async () => {
  server.respond(() => reply({ text: TEXT }));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await panel.locator('#ask-field').fill('How high is it?');
  await button(panel, 'Ask').click();
  await telling(panel, panel.getByText('The end.').waitFor());
  const article = panel.locator('article').last();
  await article.locator('math').nth(6).waitFor();
  expect(await article.locator('math').count()).toBe(7);
  const text = await article.innerText();
  expect(text).toContain('costs $5 to $10.');
  expect(text).toContain(String.raw`$\frac{a}{b`);
  expect(text).toContain(String.raw`$\unheardof{x}_1$`);
  // a fraction is higher than what stands beside it: the browser lays the formulas out
  const heights = await article
    .locator('mfrac')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThan(18);
  await checkLook(x, panel, 'math');
  await page.close();
});
