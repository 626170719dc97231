/** What a person does with mouse and clipboard, counted. The rule: typing, keys and dragging are no clicks. */
import type { Locator, Page } from 'playwright-core';
import type { Harness } from './harness.ts';
import { telling } from './reader.ts';

export type Hand = ReturnType<typeof createHand>;

export function createHand(x: Harness) {
  let clicks = 0;
  let pastes = 0;
  return {
    async clickIcon(page: Page): Promise<void> {
      clicks += 1;
      await x.clickAction(page);
    },
    async click(target: Locator, options: { readonly delay?: number } = {}): Promise<void> {
      clicks += 1;
      await telling(target.page(), target.click(options));
    },
    /** Whatever else is one click. */
    async press(act: () => Promise<void>): Promise<void> {
      clicks += 1;
      await act();
    },
    /** Says yes to the browser's one question about all of these: before it is asked, since nobody can click in it here. */
    async allow(...patterns: readonly string[]): Promise<void> {
      clicks += 1;
      for (const pattern of patterns) await x.allowHost(pattern);
    },
    paste(act: () => void): void {
      pastes += 1;
      act();
    },
    count: () => ({ clicks, pastes }),
  };
}

/** Those that can be pressed. */
export const enabled = (target: Locator): Locator => target.and(target.page().locator(':not([aria-disabled=true])'));
