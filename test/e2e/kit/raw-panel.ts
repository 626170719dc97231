/** A panel driven from outside, for what Playwright would disturb. */
import { within } from '../../../scripts/lib/chrome.mjs';
import { OFFSCREEN_PAGE } from '../../../src/lib/protocol/offscreen/offscreen.ts';
import { until } from './behind.ts';
import type { RawHarness, RawPage } from './raw.ts';

/** Resolves when the panel's text matches. Asked from outside: what is awaited inside a page can be lost with it. */
export async function showsText(panel: RawPage, pattern: RegExp): Promise<void> {
  let text = '';
  const matches = async (): Promise<boolean> => {
    text = await within(panel.evaluate<string>('document.body.innerText'), 5000, 'the panel').catch(() => text);
    return pattern.test(text);
  };
  await until(matches, `${String(pattern)} to show`, 20_000).catch((thrown: unknown) => {
    throw new Error(`Instead the panel shows:\n${text}`, { cause: thrown });
  });
}

/** Clicks a button once it may be clicked. `label`: a part of the button's text, or its whole accessible name. */
export async function clickButton(panel: RawPage, label: string): Promise<void> {
  const click = (name: string): string => {
    const found = [...document.querySelectorAll('button')].find(
      (b) => b.innerText.includes(name) || b.getAttribute('aria-label') === name,
    );
    if (found?.getAttribute('aria-disabled') === 'true') return `${name} is disabled`;
    found?.click();
    return found ? '' : `No button ${name} in: ${document.body.innerText}`;
  };
  let obstacle = '';
  const clicks = async (): Promise<boolean> => (obstacle = await panel.evaluate(click, label)) === '';
  await until(clicks, `the button ${label}`, 20_000).catch((thrown: unknown) => {
    throw new Error(obstacle, { cause: thrown });
  });
}

export const findHiddenPage = (x: RawHarness) => x.targets().find(({ url }) => url === x.url(OFFSCREEN_PAGE));
