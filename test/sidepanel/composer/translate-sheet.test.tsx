/** Translating without a model, by the browser. */
import { describe, expect, it, vi } from 'vitest';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { acted } from '../kit/acted.ts';
import { ESTIMATE, estimated, TAB, type Known } from '../kit/script.ts';
import { alert, button, find, open, page, press } from '../kit/stand.tsx';

const SELECTED = { language: '', sample: 'La marée.' };

async function openSheet(known: Known) {
  const selection = { isSelected: true, translation: { ...ESTIMATE.ask, metered: false }, ...SELECTED };
  const answers = { 'selection.estimate': () => ({ ok: true, value: selection }) as const };
  const host = await open(estimated(), undefined, answers, { hasModel: false, hasTranslator: true, ...known });
  await press('Add or start');
  await acted(() =>
    [...page().querySelectorAll<HTMLButtonElement>('.composer .menu button')]
      .find(({ textContent }) => textContent === 'Translate…')
      ?.click(),
  );
  return host;
}

describe('translating without a model', () => {
  it('is not offered where the browser has no translator', async () => {
    await openSheet({ hasTranslator: false });
    expect(find('dialog')).toBeNull();
    expect(button('Connect')).toBeDefined();
  });

  it('loads the languages, says how far it is, and then translates the page', async () => {
    let finish = (): void => undefined;
    const asked: unknown[] = [];
    const host = await openSheet({
      loadLanguages: (languages, onProgress) =>
        new Promise((resolve) => {
          asked.push(languages);
          onProgress(0.5);
          finish = resolve;
        }),
    });
    expect(find('dialog')?.textContent).toContain('on this computer');
    await press('Translate page');
    expect(asked).toEqual([{ from: 'en', sample: '', into: 'de' }]);
    expect(find('dialog [role=status]')?.textContent).toBe('Loading the languages: 50%');
    await press('Translate page');
    expect(asked).toHaveLength(1);
    await acted(finish);
    expect(find('dialog')).toBeNull();
    expect(host.requests.filter(({ type }) => type === 'run.start')).toMatchObject([
      { job: 'translate', tabId: TAB.tabId },
    ]);
  });

  it('translates the selection in the same way', async () => {
    const asked: unknown[] = [];
    const host = await openSheet({ loadLanguages: (languages) => Promise.resolve(void asked.push(languages)) });
    await press('Translate selection');
    expect(asked).toEqual([{ from: '', sample: 'La marée.', into: 'de' }]); // not the page's
    expect(host.requests.filter(({ type }) => type === 'selection.start')).toMatchObject([{ action: 'translate' }]);
  });

  it('says why it cannot, and another language can be chosen', async () => {
    const error = { code: 'model.no-language-pair', message: 'Not these two.', hint: 'Choose another.' };
    const host = await openSheet({ loadLanguages: () => Promise.reject(new UserFacingError(error)) });
    await press('Translate page');
    expect(alert()).toBe('Not these two. Choose another.');
    expect(find('dialog select')).not.toBeNull();
    expect(host.requests.filter(({ type }) => type === 'run.start')).toEqual([]);
  });

  it('stays open and says why the language could not be stored', async () => {
    const host = await openSheet({});
    const save = vi.spyOn(host, 'saveTranslationLanguage').mockRejectedValueOnce(new Error('The disk is full.'));
    await press('Translate page');
    expect(alert()).toContain('The disk is full.');
    expect(host.requests.filter(({ type }) => type === 'run.start')).toEqual([]);
    await press('Translate page');
    expect([save.mock.calls, find('dialog')]).toEqual([[['de'], ['de']], null]);
    expect(host.requests.filter(({ type }) => type === 'run.start')).toHaveLength(1);
  });

  it('stops loading when the sheet is closed', async () => {
    const signals: AbortSignal[] = [];
    const host = await openSheet({
      loadLanguages: (_languages, _onProgress, signal) =>
        new Promise((_, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    });
    await press('Translate page');
    await press('Close without translating');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(host.requests.filter(({ type }) => type === 'run.start')).toEqual([]);
  });
});
