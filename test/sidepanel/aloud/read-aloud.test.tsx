/** The button below an answer. jsdom cannot speak: the engine is a stand-in, all else is real. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadAloud } from '../../../src/sidepanel/aloud/read-aloud.tsx';
import { aloudPart } from '../../../src/sidepanel/lazy-parts.ts';
import { PanelContext, type PanelContextValue } from '../../../src/sidepanel/panel-context.ts';
import { t } from '../../../src/sidepanel/strings/strings.ts';
import { acted } from '../kit/acted.ts';

const VOICE = { name: 'Here', voiceURI: 'here', lang: 'en-US', localService: true, default: true };

class Synthesis extends EventTarget {
  voices = [VOICE];
  isSpeaking = false;
  readonly getVoices = () => this.voices;
  speak(): void {
    this.isSpeaking = true;
  }
  cancel(): void {
    this.isSpeaking = false;
  }
}

let synthesis: Synthesis;
let root: Root;
let tabId: number;
const CONTEXT = {
  panel: { store: { getState: () => ({ tab: { tabId } }) } },
} as unknown as PanelContextValue;

/** What the panel shows of the tab with the answer, or of another. */
async function show(hasAnswer = true): Promise<void> {
  const { ReadingBand } = await aloudPart.load();
  const answer = (
    <section>
      <div className="cited">
        <article lang="en">It rises.</article>
      </div>
      <ReadAloud of="run/0" />
    </section>
  );
  await acted(() =>
    root.render(
      <PanelContext value={CONTEXT}>
        {hasAnswer && answer}
        <ReadingBand />
      </PanelContext>,
    ),
  );
}

beforeEach(async () => {
  synthesis = new Synthesis();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('speechSynthesis', synthesis);
  vi.stubGlobal('SpeechSynthesisUtterance', Object);
  vi.stubGlobal('CSS', { highlights: new Map() });
  vi.stubGlobal('Highlight', Object);
  await aloudPart.load();
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
  tabId = 1;
  await show();
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const find = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
const press = (label: string) => acted(() => find(label)?.click());
/** Whether it was left to others. */
const pressEscape = (): boolean => {
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  act(() => void document.body.dispatchEvent(event));
  return !event.defaultPrevented;
};

describe('reading an answer aloud', () => {
  it('says so when it cannot begin', async () => {
    vi.spyOn(synthesis, 'speak').mockImplementation(() => {
      throw new Error('no engine');
    });
    await press(t.aloud.read);
    expect(document.querySelector('[role=status]')?.textContent).toBe(t.aloud.failed);
    expect(find(t.aloud.read)).not.toBeNull();
  });

  it('goes on while another tab is in view, where it can be stopped, and is found again', async () => {
    await press(t.aloud.read);
    const stop = () => document.querySelector<HTMLElement>(`[aria-label="${t.aloud.elsewhere}"] button`);
    expect(stop()).toBeNull();
    tabId = 2;
    await show(false);
    expect([synthesis.isSpeaking, stop()]).toEqual([true, expect.anything()]);
    tabId = 1;
    await show();
    expect([find(t.aloud.pause), stop()]).toEqual([expect.anything(), null]);
    tabId = 2;
    await show(false);
    await acted(() => stop()?.click());
    expect([synthesis.isSpeaking, stop()]).toEqual([false, null]);
  });

  it('ends with the answer in its tab', async () => {
    await press(t.aloud.read);
    await show(false);
    expect(synthesis.isSpeaking).toBe(false);
  });

  it('can be stopped after the last voice has gone', async () => {
    await press(t.aloud.read);
    synthesis.voices = [];
    await acted(() => synthesis.dispatchEvent(new Event('voiceschanged')));
    await press(t.aloud.stop);
    expect(synthesis.isSpeaking).toBe(false);
    expect(find(t.aloud.read)).toBeNull();
  });

  it.each([
    ['a dialog', '<dialog open></dialog>'],
    ['a question', '<div role="alertdialog"></div>'],
    ['suggestions', '<ul role="listbox"></ul>'],
    ['a menu', '<div class="menu"><button aria-expanded="true"></button></div>'],
  ])('goes on when Escape closes %s', async (_what, html) => {
    await press(t.aloud.read);
    document.body.insertAdjacentHTML('beforeend', html);
    expect(pressEscape()).toBe(true);
    expect(synthesis.isSpeaking).toBe(true);
    document.body.lastElementChild?.remove();
    expect(pressEscape()).toBe(false);
    expect(synthesis.isSpeaking).toBe(false);
  });

  it('stops with Escape beside what is merely unfolded', async () => {
    await press(t.aloud.read);
    document.body.insertAdjacentHTML('beforeend', '<button aria-expanded="true"></button>');
    expect(pressEscape()).toBe(false);
    expect(synthesis.isSpeaking).toBe(false);
  });
});
