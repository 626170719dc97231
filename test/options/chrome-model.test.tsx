import axe from 'axe-core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChromeModelApi, type LoadedModel } from '../../src/lib/models/prompt-api/prompt-state.ts';
import type { LanguageModelApi } from '../../src/lib/models/prompt-api/api.ts';
import { ChromeModel } from '../../src/options/models/chrome-model.tsx';
import { fakeLanguageModel, refusal, WINDOW, type Script } from '../kit/models/fake-language-model.ts';
import { acted } from '../sidepanel/kit/acted.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let page: HTMLElement;
let root: Root;
beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

async function open(api: LanguageModelApi | null, onLoaded?: (loaded: LoadedModel) => void): Promise<void> {
  const shown = createChromeModelApi(api);
  await acted(() => root.render(<ChromeModel api={shown} {...(onLoaded ? { onLoaded } : {})} />));
  await acted(() => undefined); // the answer comes some promises later
}
const press = async (name: string): Promise<void> => {
  const button = [...page.querySelectorAll('button')].find((b) => b.textContent === name);
  button?.focus();
  await acted(() => button?.click());
  await acted(() => undefined);
};
const buttons = (): string[] => [...page.querySelectorAll('button')].map((b) => b.textContent);
const alert = (): string => page.querySelector('[role=alert]')?.textContent ?? '';
const downloadable = (script: Script = {}): ReturnType<typeof fakeLanguageModel> =>
  fakeLanguageModel({ availability: () => 'downloadable', ...script });

describe('Chrome’s built-in model in the settings', () => {
  it('is ready where it is, and asks for nothing', async () => {
    const api = fakeLanguageModel();
    await open(api);
    expect(page.textContent).toContain('Ready to use.');
    expect([buttons(), api.created]).toEqual([[], []]);
  });

  it.each([
    ['says so', fakeLanguageModel({ availability: () => 'unavailable' })],
    ['has no such API', null],
  ])('says what Chrome needs where the browser %s', async (_, api) => {
    await open(api);
    expect(page.textContent).toContain('The built-in engine works meanwhile.');
    for (const need of ['138', 'macOS 13', '22 GB', '16 GB', 'unmetered']) expect(page.textContent).toContain(need);
    expect(buttons()).toEqual(['Check again']);
  });

  it('is downloaded by a click, shows how far it is, and says what its window holds', async () => {
    const loaded: LoadedModel[] = [];
    const api = downloadable({ progress: [0, 0.42, 1] });
    await open(api, (found) => loaded.push(found));
    expect(api.created).toEqual([]); // never by itself
    await press('Download');
    expect(page.textContent).toContain('9,216 tokens');
    expect(loaded).toEqual([{ contextTokens: WINDOW }]);
    expect(api.alive()).toBe(0);
  });

  it('shows the part that is there, and lets go when it is stopped', async () => {
    const api = downloadable({ progress: [0, 0.42], create: 'hang' });
    await open(api);
    await press('Download');
    expect(page.querySelector('progress')?.value).toBe(42);
    expect(page.textContent).toContain('42%');
    expect(document.activeElement?.tagName).toBe('H3'); // the button that was pressed is gone, the focus is not
    await press('Cancel');
    expect(document.activeElement?.tagName).toBe('H3');
    expect(api.created[0]?.signal?.aborted).toBe(true);
    expect(alert()).toContain('Stopped.');
    expect(buttons()).toEqual(['Download']);
  });

  it('can be watched where Chrome is downloading it already', async () => {
    await open(fakeLanguageModel({ availability: () => 'downloading', progress: [0.9], create: 'hang' }));
    expect(page.textContent).toContain('Chrome is downloading it.');
    await press('Show progress');
    expect(page.querySelector('progress')?.value).toBe(90);
  });

  it('says what to do when the download breaks off, and offers it again', async () => {
    await open(downloadable({ create: refusal('NetworkError', 'gone') }));
    await press('Download');
    expect(alert()).toMatch(/broke off.*isn’t metered/);
    expect(buttons()).toEqual(['Download']);
  });

  it('stops watching when the page goes', async () => {
    const api = downloadable({ create: 'hang' });
    await open(api);
    await press('Download');
    act(() => root.render(null));
    expect(api.created[0]?.signal?.aborted).toBe(true);
  });

  it.each<[string, Script]>([
    ['unavailable', { availability: () => 'unavailable' }],
    ['coming', { availability: () => 'downloading', progress: [0.5], create: 'hang' }],
  ])('has no accessibility faults (%s)', async (_, script) => {
    await open(fakeLanguageModel(script));
    await press('Show progress');
    const { violations } = await axe.run(page, {
      rules: { 'color-contrast': { enabled: false }, 'heading-order': { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
