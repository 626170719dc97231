/* global document, innerWidth, innerHeight, scrollX, scrollY, CSSStyleSheet, requestAnimationFrame */
/**
 * Pictures of the extension's pages, once per colour scheme, into docs/images. The rule: what moves stands still, and no
 * colour is caught on its way from one scheme to the other.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { squeeze } from './png.mjs';

/** Panel sizes in CSS pixels. */
export const [SLIM, NARROW, WIDE] = [320, 360, 600];
const LEAST_HEIGHT = 600;
/** Pixels of a picture for each of those: enough for documents, which show them smaller. */
const [SCALE, HERO_SCALE] = [1.5, 2];

/** Progress bars stand still half-way: what moves looks different in each picture. */
const STILL = `* { transition: none !important; caret-color: transparent !important; }
  .present { min-height: 0 !important; } /* a picture as high as what there is to see has no room to scroll into */
  progress::-webkit-progress-value { transition: none !important; }
  progress::-webkit-progress-bar { animation-play-state: paused !important; animation-delay: -0.9s !important; }`;

/** Pictures from the browser of that harness into that folder. */
export function studio(x, folder) {
  async function save(name, png) {
    await writeFile(join(folder, `${name}.png`), squeeze(png));
    console.log(`docs/images/${name}.png`);
  }

  /** What is in view, as a PNG. Playwright's own screenshots know nothing of a scale that was set after the start. */
  async function picture(page, scale) {
    await page.evaluate(settled);
    const size = await page.evaluate(() =>
      document.fonts.ready.then(() => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight })),
    );
    const devtools = await x.context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { clip: { ...size, scale } });
    await devtools.detach();
    return Buffer.from(data, 'base64');
  }

  /** The page as it looks now, once per colour scheme, as high as what there is to see. */
  async function shoot(name, page, width = NARROW) {
    await page.mouse.move(0, 0); // no button looks pointed at
    await page.evaluate(holdStill, STILL);
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await x.look(page, { scheme, width, height: LEAST_HEIGHT });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await x.look(page, { scheme, width, height });
      await page.evaluate(() => document.documentElement.scrollTo(0, 0));
      await save(`${name}-${scheme}`, await picture(page, SCALE));
    }
  }

  /** Page and panel side by side, as in a browser's window: from the top, or wherever the page has been scrolled to. */
  async function hero(name, page, panel, { height = 760, asItStands = false } = {}) {
    const pictures = [];
    for (const [view, width] of [
      [page, 900],
      [panel, 380],
    ]) {
      await x.look(view, { scheme: 'light', width, height });
      if (!asItStands) await view.evaluate(() => document.documentElement.scrollTo(0, 0));
      pictures.push(`data:image/png;base64,${(await picture(view, HERO_SCALE)).toString('base64')}`);
    }
    const sheet = await x.open('about:blank');
    await sheet.setContent(`<style>
      body { margin: 0; padding: 28px; background: #e4e8e4; }
      div { display: flex; overflow: hidden; width: 1281px; border-radius: 12px; box-shadow: 0 4px 24px #0003; }
      img { display: block; height: ${height}px; }
      img + img { border-left: 1px solid #d9ddd7; }
    </style><div>${pictures.map((source) => `<img src="${source}">`).join('')}</div>`);
    await x.look(sheet, { width: 1337, height: height + 56 });
    await sheet.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
    await save(name, await picture(sheet, HERO_SCALE));
    await sheet.close();
    await page.bringToFront();
  }

  return { shoot, hero };
}

function holdStill(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/** Runs in the page: resolves two frames after the last animation that ends has ended. */
async function settled() {
  const ends = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ends.map(({ finished }) => finished));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
}
