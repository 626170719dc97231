/**
 * Reading an answer aloud. The browser of the tests has no voices, so the panel's page gets a stand-in for
 * `speechSynthesis`, which says a passage when the test lets it; all else is the real panel.
 */
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

declare global {
  interface Window {
    /** What the stand-in was given, in order. */
    spoken: { text: string; voice: string; rate: number }[];
    /** Ends the passage that is spoken. */
    endPassage: () => void;
    /** Whether a passage is spoken. */
    isSpeaking: () => boolean;
  }
}

const VOICES = [
  { name: 'Away', voiceURI: 'away', lang: 'en-US', localService: false, default: true },
  { name: 'Here', voiceURI: 'here', lang: 'en-US', localService: true, default: false },
  { name: 'Also here', voiceURI: 'also', lang: 'en-GB', localService: true, default: false },
];

async function giveVoices(panel: Page, voices: typeof VOICES): Promise<void> {
  await panel.evaluate((given) => {
    let current: { onend: (() => void) | null; onerror: (() => void) | null } | null = null;
    const synthesis = window.speechSynthesis;
    const replace = (name: string, value: unknown) =>
      Object.defineProperty(synthesis, name, { value, configurable: true });
    window.spoken = [];
    window.endPassage = () => {
      const ending = current;
      current = null;
      ending?.onend?.();
    };
    window.isSpeaking = () => current !== null;
    replace('getVoices', () => given);
    replace('speak', (one: NonNullable<typeof current> & { text: string; voice: { name: string }; rate: number }) => {
      current = one;
      window.spoken.push({ text: one.text, voice: one.voice.name, rate: one.rate });
    });
    replace('cancel', () => {
      const cancelled = current;
      current = null;
      queueMicrotask(() => cancelled?.onerror?.()); // as browsers do
    });
    // the real class takes real voices alone
    Object.defineProperty(window, 'SpeechSynthesisUtterance', {
      value: class {
        readonly text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
    });
    synthesis.dispatchEvent(new Event('voiceschanged'));
  }, voices);
}

const getSpoken = (panel: Page) => panel.evaluate(() => window.spoken.map(({ text }) => text));
const endPassage = (panel: Page) => panel.evaluate(() => window.endPassage());
const getMarked = (panel: Page) =>
  panel.evaluate(() =>
    Array.from(CSS.highlights.get('read-aloud') ?? [], (range) => (range as Range).toString()).join(),
  );

const LINES = Array.from({ length: 30 }, (_, i) => `Line ${String(i + 1)} of it stands here.`);
const TEXT = `The tide **rises**. It falls twice, says [a quote](#q1).\n\n\`\`\`js\nlet x = 1;\n\`\`\`\n\n${LINES.join('\n\n')}`;

test('an answer is read by a voice of the computer, sentence by sentence, marked and followed', async () => {
  server.respond(() => reply({ text: TEXT }));
  const { page, panel } = await openWithPanel(x, site.page('news'));
  await x.look(panel, { width: 360, height: 765, scheme: 'light' });
  await telling(panel, panel.getByText('Estimate:').waitFor());
  await panel.locator('#ask-field').fill('How high is it?');
  await button(panel, 'Ask').click();
  await telling(panel, button(panel, 'Copy').waitFor());
  expect(await button(panel, 'Read aloud').count()).toBe(0); // there are no voices

  await giveVoices(panel, VOICES.slice(0, 1));
  expect(await button(panel, 'Read aloud').count()).toBe(0); // the only voice would send the text away
  await giveVoices(panel, VOICES);
  await button(panel, 'Read aloud').press('Enter');
  await button(panel, 'Pause reading').waitFor();
  expect(await panel.evaluate(() => window.spoken)).toEqual([{ text: 'The tide rises.', voice: 'Here', rate: 1 }]);
  expect(await getMarked(panel)).toBe('The tide rises.');
  expect(await panel.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Pause reading');
  await endPassage(panel);
  await endPassage(panel);
  expect(await getSpoken(panel)).toEqual(['The tide rises.', 'It falls twice, says a quote.', 'Code block.']);

  // paused: nothing is said; then the passage again
  await button(panel, 'Pause reading').click();
  expect(await panel.evaluate(() => window.isSpeaking())).toBe(false);
  await button(panel, 'Resume reading').click();
  expect((await getSpoken(panel)).slice(2)).toEqual(['Code block.', 'Code block.']);

  // another speed, another voice; none that is away is offered
  await panel.getByRole('button', { name: /^Speed 1×/ }).click();
  expect(await button(panel, 'Away').count()).toBe(0);
  await button(panel, '1.5×').click();
  await panel.getByRole('button', { name: /^Speed 1.5×/ }).click();
  await button(panel, 'Also here').click();
  expect(await panel.evaluate(() => window.spoken.at(-1))).toEqual({
    text: 'Code block.',
    voice: 'Also here',
    rate: 1.5,
  });
  await checkLook(x, panel, 'aloud');

  // the reader is elsewhere: nothing scrolls
  const bottom = await panel.evaluate(() => scrollY);
  expect(bottom).toBeGreaterThan(0);
  await endPassage(panel);
  expect(await panel.evaluate(() => scrollY)).toBe(bottom);
  expect(await getMarked(panel)).toBe('Line 1 of it stands here.');
  // in view: what is read stays in view
  await panel.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  for (let line = 2; line <= 25; line++) await endPassage(panel);
  expect(await getMarked(panel)).toBe('Line 25 of it stands here.');
  await panel.waitForFunction(() => {
    const [range] = CSS.highlights.get('read-aloud') ?? [];
    const { top, bottom } = (range as Range).getBoundingClientRect();
    return top >= 0 && bottom <= (document.querySelector('.foot')?.getBoundingClientRect().top ?? 0);
  });
  await checkLook(x, panel, 'aloud-marked');

  // Escape closes a menu first; then it stops the reading, and nothing else
  await button(panel, 'More').click();
  await panel.keyboard.press('Escape');
  await panel.waitForFunction(() => document.querySelector('.menu > [aria-expanded=true]') === null);
  expect(await panel.evaluate(() => window.isSpeaking())).toBe(true);
  await panel.keyboard.press('Escape');
  await button(panel, 'Read aloud').waitFor();
  expect(await panel.evaluate(() => [window.isSpeaking(), CSS.highlights.has('read-aloud')])).toEqual([false, false]);
  expect(await panel.getByText('How high is it?').count()).toBeGreaterThan(0);

  // a new conversation ends it
  await button(panel, 'Read aloud').click();
  await button(panel, 'Stop reading').waitFor();
  expect(await panel.evaluate(() => window.spoken.at(-1))).toMatchObject({ text: 'The tide rises.', rate: 1.5 });
  await button(panel, 'New conversation').click();
  await panel.waitForFunction(() => !window.isSpeaking() && !CSS.highlights.has('read-aloud'));
  await page.close();
});
