/**
 * Selecting with a real mouse, and what the product has read of it once something is pressed. The rule: a page never helps; only
 * the browser tells where a word stands.
 */
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { TabSelection } from '../../../src/lib/pipeline/page/selection/selection.ts';
import { storedText } from './asking.ts';
import { until } from './behind.ts';
import type { Harness } from './harness.ts';
import { appears, press, settled, waitUntilFrameHasMouse } from '../toolbar/toolbar-kit.ts';

interface Kept {
  readonly hash: string;
  readonly at: number;
}

/** What is kept for the next question, with all that was read around it, once the press has had it read. */
export async function keptAfter(x: Harness, ask: () => Promise<void>): Promise<TabSelection> {
  const latest = async (): Promise<Kept | undefined> =>
    Object.entries(await x.storage.get('session'))
      .flatMap(([key, value]) => (key.startsWith('about/') ? [value as Kept] : []))
      .sort((a, b) => b.at - a.at)[0];
  const before = (await latest())?.at ?? 0;
  await ask();
  let kept: Kept | undefined;
  await until(async () => ((kept = await latest())?.at ?? 0) > before, 'the selection to be kept');
  return JSON.parse(await storedText(x, kept?.hash ?? '')) as TabSelection;
}

/** “Ask…” in the toolbar beside what is selected, which keeps it. */
export async function askInToolbar(page: Page, devtools: CDPSession): Promise<void> {
  await appears(devtools);
  await settled(page); // one act in half a second
  await press(page, devtools, 'Ask…');
}

/** Drags the mouse from the beginning of one text to the end of another, wherever in the page or its shadow trees. */
export async function drag(page: Page, from: string, to: string, where: Page | Frame = page): Promise<void> {
  await page.mouse.click(2, 2); // what is selected would be dragged along
  await where.evaluate(() => getSelection()?.removeAllRanges());
  const ends = await where.evaluate(placesOf, { from, to });
  const frame = where === page ? null : await (where as Frame).frameElement().then((el) => el.boundingBox());
  const [dx, dy] = [frame?.x ?? 0, frame?.y ?? 0];
  const [start, end] = ends;
  if (where !== page) await waitUntilFrameHasMouse(page, where, [start.x + dx, start.y + dy]);
  await page.mouse.move(start.x + dx, start.y + dy);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2 + dx, (start.y + end.y) / 2 + dy, { steps: 5 });
  await page.mouse.move(end.x + dx, end.y + dy, { steps: 5 });
  await page.mouse.up();
}

/** Runs in the page. A test page lays the roots it has closed into `closedRoots`. */
function placesOf({ from, to }: { from: string; to: string }) {
  const roots: Node[] = [document, ...((globalThis as { closedRoots?: Node[] }).closedRoots ?? [])];
  for (const root of roots)
    for (const el of (root as Document).querySelectorAll('*')) if (el.shadowRoot) roots.push(el.shadowRoot);
  const rangeOf = (text: string): Range => {
    for (const root of roots) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const at = node.data.indexOf(text);
        if (at === -1 || /^(?:script|style|annotation)$/i.test(node.parentElement?.localName ?? '')) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        return range;
      }
    }
    throw new Error(`The page does not say: ${text}`);
  };
  const edge = (text: string, first: boolean) => {
    const range = rangeOf(text);
    const { startContainer: node, startOffset, endOffset } = range;
    const rtl = getComputedStyle(node.parentElement ?? document.body).direction === 'rtl';
    if (first) range.setEnd(node, startOffset + 1);
    else range.setStart(node, endOffset - 1);
    const box = range.getBoundingClientRect();
    return { x: first === rtl ? box.right - 0.5 : box.left + 0.5, y: box.top + box.height / 2, box, rtl };
  };
  rangeOf(from).startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
  const [start, end] = [edge(from, true), edge(to, false)];
  const last = end.rtl ? end.box.left + 0.5 : end.box.right - 0.5;
  return [
    { x: start.x, y: start.y },
    { x: last, y: end.y },
  ] as const;
}
