/**
 * Questions about what only shows: where something is on the screen, and what a chart says. The model's part is a script that
 * sees the request alone; the picture, its text and what travels are real.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  agentReply,
  offeredTools,
  pastCalls,
  promptText,
  type AgentTurn,
  type PastCall,
} from '../../kit/models/model-server-agent.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { answered, ask } from '../kit/asking.ts';
import { pixelAt, pixelsOf, requests } from '../kit/choosing.ts';
import { dragRegion, openShowing, textRead } from '../kit/dragging.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { telling, useServer } from '../kit/reader.ts';

let x: Harness;
let site: Site;
let server: ModelServer;
beforeAll(async () => {
  [x, site, server] = await Promise.all([launch(), startSite(), startModelServer()]);
});
afterAll(() => Promise.all([x.close(), site.close(), server.close()]));
afterEach(async () => {
  for (const page of x.context.pages()) if (page.url().startsWith('http')) await page.close();
});

const call = (name: string, args: object): AgentTurn => ({
  calls: [{ name, arguments: { reasoning: `Use ${name}.`, ...args } }],
});
const made = (exchange: Exchange, name: string): PastCall | undefined =>
  pastCalls(exchange).findLast((past) => past.name === name);
/** Pictures that a request carries, as they travel. */
const picturesIn = ({ body }: Exchange): readonly string[] =>
  Array.from(JSON.stringify(body ?? null).matchAll(/"url":"data:image\/png;base64,([A-Za-z0-9+/=]+)"/g), ([, data]) =>
    String(data),
  );

/** A bar chart, drawn: on the page there is no word of it. */
const CHART = `<body style="margin:0;background:white"><canvas id="chart" width="600" height="300"></canvas><script>
  const draw = document.getElementById('chart').getContext('2d');
  draw.fillStyle = 'white'; draw.fillRect(0, 0, 600, 300);
  draw.fillStyle = 'rgb(200,40,40)'; draw.fillRect(60, 200, 120, 60);
  draw.fillStyle = 'rgb(40,90,200)'; draw.fillRect(260, 80, 120, 180);
  draw.fillStyle = 'black'; draw.font = '26px sans-serif';
  draw.fillText('Herring landed in tonnes', 60, 40);
  draw.fillText('1990', 90, 290); draw.fillText('2020', 290, 290);
</script></body>`;
const AREA = { x: 0, y: 0, width: 600, height: 300 };

/** Reads the chart as a region, and asks about it. Resolves with the answer and the hash of the picture. */
async function askOfChart(question: string): Promise<{ answer: string; hash: string }> {
  const { page, panel } = await openShowing(x, site, CHART);
  await dragRegion(page, panel, AREA);
  expect(await textRead(panel)).toContain('Herring landed in tonnes');
  const hash = (await requests(x)).at(-1)?.pictures[0]?.hash ?? '';
  await panel.getByPlaceholder('Ask a follow-up…').click(); // the picture is attached already
  await panel.keyboard.type(question);
  await panel.keyboard.press('Enter');
  return { answer: await answered(panel), hash };
}

describe('interpret_image', () => {
  const SEEN = 'Two bars: a low red one for 1990 and a blue one for 2020, three times as high.';
  /** Looks at the picture before it answers, and answers with what it was told of it. */
  const looks = (exchange: Exchange): AgentTurn => {
    if (picturesIn(exchange).length > 0) return { text: SEEN };
    const look = made(exchange, 'interpret_image');
    if (!look) return call('interpret_image', { question: 'Which bar is higher, and by how much?' });
    return { text: `I was told: ${look.result ?? ''}` };
  };

  test('[R4.7e] a model that sees is sent the picture once, and the answer follows from what it says', async () => {
    await useServer(x, server, { pictures: true });
    const before = server.calls.length;
    server.respond(() => agentReply(looks));
    const { answer, hash } = await askOfChart('Which year was better?');
    expect(answer).toContain('a blue one for 2020, three times as high');

    const sent = server.calls.slice(before).flatMap(picturesIn);
    expect(sent).toHaveLength(1);
    const wire = await decoded(sent[0] ?? '', [
      [120, 230],
      [320, 150],
      [450, 150],
    ]);
    const kept = await pixelsOf(x, hash);
    expect([wire.width, wire.height]).toEqual([kept.width, kept.height]);
    expect(wire.colours).toEqual([
      [200, 40, 40],
      [40, 90, 200],
      [255, 255, 255],
    ]);
    expect(pixelAt(kept, 320, 150)).toEqual([40, 90, 200]);
  });

  test('[R4.7e] without a model that sees, nothing of the picture is sent, and its text is what is offered', async () => {
    await useServer(x, server, { pictures: false });
    const before = server.calls.length;
    server.respond(() => agentReply(looks));
    const { answer } = await askOfChart('Which year was better?');
    expect(answer).toContain('No model here can look at pictures');
    expect(answer).toContain('extract_screenshot_text');
    expect(server.calls.length).toBeGreaterThan(before);
    expect(server.calls.slice(before).flatMap(picturesIn)).toEqual([]);
  });

  test('[R4.4a] before there is a picture it is not shown, and a call of it is refused with the reason', async () => {
    await useServer(x, server, { pictures: true });
    const before = server.calls.length;
    const refused = (exchange: Exchange): boolean => promptText(exchange).includes('there is no picture yet');
    server.respond(() =>
      agentReply((exchange) =>
        refused(exchange)
          ? { text: 'Nobody has given me a picture.' }
          : call('interpret_image', { question: 'Which?' }),
      ),
    );
    const { panel } = await openShowing(x, site, '<p>The herring came back in the spring of 2020.</p>');
    await ask(panel, 'Which year was better?');
    expect(await answered(panel)).toContain('Nobody has given me a picture.');
    const asked = server.calls.slice(before);
    expect(asked.map(refused)).toEqual([false, true]);
    expect(asked.flatMap(offeredTools)).toContain('look_at_page');
    expect(asked.flatMap(offeredTools)).not.toContain('interpret_image');
  });
});

describe('look_at_page', () => {
  const WORDS = 'The blue ferry waits at pier seven';
  /** Words that are drawn below the middle; pictures that say in words what they show, one of them out of view. */
  const PAGE = `<body style="margin:0;background:white;font:18px sans-serif"><h2>Harbour</h2>
    <canvas id="board" width="700" height="120" style="position:absolute;left:20px;top:500px"></canvas>
    <figure style="position:absolute;left:20px;top:100px;margin:0"><img alt="Lighthouse in a storm" width="200" height="100"
      src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100'><rect width='200' height='100' fill='gray'/></svg>">
      <figcaption>Skerry rock, painted in 1911</figcaption></figure>
    <div role="img" aria-label="Map of the oyster beds" style="position:absolute;top:4000px;width:300px;height:200px"></div>
    <script>
      const draw = document.getElementById('board').getContext('2d');
      draw.font = '32px sans-serif';
      draw.fillText(${JSON.stringify(WORDS)}, 20, 60);
    </script></body>`;

  /** Looks for that, and answers with what it was told, and a citation of `quote` under the id that was with it. */
  const looksFor =
    (query: string, quote = '') =>
    (exchange: Exchange): AgentTurn => {
      const look = made(exchange, 'look_at_page');
      if (!look) return call('look_at_page', { query });
      const id = /\[([0-9a-z/]+)\]\n/.exec(look.result ?? '')?.[1] ?? '';
      const told = (look.result ?? '').replace(/[[\]()]/g, ' ');
      return { text: quote === '' ? told : `It is there [${quote}](#${id}).\n\n${told}` };
    };

  async function asked(query: string, quote?: string): Promise<{ page: Page; panel: Page; answer: string }> {
    await useServer(x, server);
    server.respond(() => agentReply(looksFor(query, quote)));
    const { page, panel } = await openShowing(x, site, PAGE);
    await ask(panel, `Where is ${query}?`);
    return { page, panel, answer: await answered(panel) };
  }

  test('[J3] [R4.7e] finds words that are only drawn, and the citation opens the picture with their boxes', async () => {
    const { page, panel, answer } = await asked('blue ferry', WORDS);
    expect(answer).toMatch(/Bottom left|Left|Bottom/);
    const ratio = await page.evaluate(() => devicePixelRatio);
    await panel
      .getByRole('article', { name: 'Answer' })
      .getByRole('button', { name: /^Quote 1/ })
      .first()
      .click();
    const sheet = panel.getByRole('dialog', { name: 'In the picture' });
    await telling(panel, sheet.getByRole('img').first().waitFor());
    const boxes = await telling(panel, boxesIn(sheet));
    expect(boxes.length).toBeGreaterThan(0);
    for (const box of boxes) {
      // where the words were drawn: a line of 32 pixels at (40, 560)
      expect(box.x).toBeGreaterThan(25 * ratio);
      expect(box.y).toBeGreaterThan(520 * ratio);
      expect(box.y + box.height).toBeLessThan(580 * ratio);
    }
    await panel.keyboard.press('Escape');
  });

  test.each([
    ['its alternative text', 'lighthouse storm', 'Lighthouse in a storm'],
    ['its caption', 'painted 1911', 'Skerry rock, painted in 1911'],
  ])('finds a picture in view by %s, says where it is, and what else the page says of it', async (_by, query, said) => {
    const { answer } = await asked(query);
    expect(answer).toMatch(/Top left|Left/);
    expect(answer).toContain('A picture; the page says of it:');
    expect(answer).toContain(said);
    expect(answer).toContain('under Harbour');
    expect(answer).toMatch(/x 20, y 100, 200 × 100 of/);
  });

  test('finds a picture that is out of view, and says so', async () => {
    const { answer } = await asked('oyster beds');
    expect(answer).toContain('Not in view. A picture; the page says of it:');
    expect(answer).toContain('Map of the oyster beds');
  });

  test('says what was seen where nothing is found', async () => {
    const { answer } = await asked('zeppelin');
    expect(answer).toMatch(/Nothing on the screen has words of “zeppelin”/);
    expect(answer).toContain('pier seven');
    expect(answer).toContain('2 pictures that the page describes');
  });
});

test('no error was left behind', async () => {
  expect(await x.problems()).toEqual([]);
});

/** The rectangles that are drawn on the picture, in its pixels. */
function boxesIn(sheet: ReturnType<Page['getByRole']>): Promise<readonly { x: number; y: number; height: number }[]> {
  const rects = sheet.locator('rect');
  return rects
    .first()
    .waitFor()
    .then(() =>
      rects.evaluateAll((all) =>
        all.map((rect) => ({
          x: Number(rect.getAttribute('x')),
          y: Number(rect.getAttribute('y')),
          height: Number(rect.getAttribute('height')),
        })),
      ),
    );
}

/** A PNG as it travelled, decoded by the browser: its size, and its colours at those places. */
function decoded(base64: string, places: readonly (readonly [number, number])[]) {
  return x.inExtension((page) =>
    page.evaluate(
      async ({ data, at }) => {
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const drawing = canvas.getContext('2d');
        drawing?.drawImage(bitmap, 0, 0);
        const colours = at.map(([px, py]) => [...(drawing?.getImageData(px, py, 1, 1).data.subarray(0, 3) ?? [])]);
        return { width: bitmap.width, height: bitmap.height, colours };
      },
      { data: base64, at: places },
    ),
  );
}
