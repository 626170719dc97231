import { describe, expect, it, vi } from 'vitest';
import { UserFacingError } from '../../src/lib/base/errors.ts';
import { PACKAGED_LANGUAGES } from '../../src/lib/protocol/settings/ocr-languages.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { accessibilityFaults, alert, button, field, open, page, press, tick } from './page.ts';
import { formatLanguageTitle } from '../../src/options/strings/sections.ts';

const loaded = (...languages: readonly string[]) => ({
  settings: { ...DEFAULT_SETTINGS, ocr: { languages } } satisfies Settings,
  fault: '',
});
const FRENCH = { name: 'fra', bytes: 1_081_000 };
const ticked = (): readonly string[] =>
  [...page.querySelectorAll<HTMLInputElement>('ul[aria-label="Languages"] input')]
    .filter(({ checked }) => checked)
    .map(({ name }) => name);
const saved = (did: readonly (readonly unknown[])[]) =>
  did.filter(([what]) => what === 'settings').map(([, settings]) => (settings as Settings).ocr.languages);
const chooseFile = (name: string): Promise<void> =>
  acted(() => {
    const chooser = field('Add a language from a file');
    Object.defineProperty(chooser, 'files', { value: [new File(['x'], name)], configurable: true });
    chooser.dispatchEvent(new Event('change', { bubbles: true }));
  });

it.each([
  ['eng', 'English'],
  ['chi_sim', 'Chinese (simplified)'],
  ['srp_latn', 'Serbian (Latin letters)'],
  ['jpn_vert', 'Japanese (vertical)'],
  ['HanS', 'HanS'],
  ['zzz', 'zzz'],
])('%s is %s in words', (name, title) => {
  expect(formatLanguageTitle(name)).toBe(title);
});

describe('languages that pictures are read for', () => {
  it('are listed with their size and where they come from, and those in use are ticked', async () => {
    await open({ loaded: loaded('eng'), languages: [FRENCH] });
    for (const { name } of [...PACKAGED_LANGUAGES, FRENCH])
      expect(page.textContent).toContain(formatLanguageTitle(name));
    expect(page.textContent).toContain('3.0 MB, built in');
    expect(page.textContent).toContain('1.1 MB, added by you');
    expect(button('Remove English')).toBeUndefined();
    expect(ticked()).toEqual(['eng']);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('are ticked up to three, and the third more is refused with the reason', async () => {
    const { did } = await open({ loaded: loaded('eng'), languages: [FRENCH] });
    await tick('German');
    await tick('French');
    expect(saved(did)).toEqual([
      ['eng', 'deu'],
      ['eng', 'deu', 'fra'],
    ]);
    await tick('Chinese');
    expect(alert()).toContain('Up to 3 languages');
    expect(saved(did)).toHaveLength(2);
    expect(ticked()).toEqual(['eng', 'deu', 'fra']);
  });

  it('that cannot be listed are no longer looked for', async () => {
    await open({ loaded: loaded('eng'), unlisted: new Error('No storage.') });
    expect(alert()).toContain('No storage.');
    expect(page.textContent).not.toContain('Loading added languages');
  });

  it('never become none', async () => {
    const { did } = await open({ loaded: loaded('deu') });
    await tick('German');
    expect(alert()).toContain('Keep at least one language');
    expect([saved(did), ticked()]).toEqual([[], ['deu']]);
  });

  it('are shown as missing where settings name data that is not here, and can be taken away', async () => {
    const { did } = await open({ loaded: loaded('eng', 'fra') });
    expect(page.textContent).toContain('Its data isn’t on this computer');
    await tick('French');
    expect(saved(did)).toEqual([['eng']]);
    expect(page.textContent).not.toContain('Its data isn’t on this computer');
  });
});

describe('a language from a file', () => {
  it('joins the list, and is used once it is ticked', async () => {
    const { did } = await open({ loaded: loaded('eng'), addable: FRENCH });
    await chooseFile('fra.traineddata');
    expect(did).toEqual([['add language', 'fra.traineddata']]);
    expect(page.textContent).toContain('French was added.');
    expect(ticked()).toEqual(['eng']);
    await tick('French');
    expect(ticked()).toEqual(['eng', 'fra']);
  });

  it('that holds no such data is refused with what to do', async () => {
    const error = { code: 'language.broken', message: 'The file holds no data.', hint: 'Take another.' };
    await open({ loaded: loaded('eng'), addable: new UserFacingError(error) });
    await chooseFile('fra.traineddata');
    expect(alert()).toBe('The file holds no data. Take another.');
  });

  it('is said to be on its way until it is there', async () => {
    let there: () => void = () => undefined;
    const { host } = await open({ loaded: loaded('eng') });
    vi.spyOn(host.languages, 'add').mockReturnValue(new Promise((resolve) => (there = () => resolve(FRENCH))));
    await chooseFile('fra.traineddata');
    await chooseFile('fra.traineddata');
    expect(host.languages.add).toHaveBeenCalledOnce();
    expect(page.textContent).toContain('Adding fra.traineddata…');
    await acted(() => there());
    expect(page.textContent).toContain('French was added.');
  });

  it('can be removed, also while it is the only one in use: then English is', async () => {
    const { did } = await open({ loaded: loaded('fra'), languages: [FRENCH] });
    await press('Remove French');
    expect(did.map(([what]) => what)).toEqual(['settings', 'remove language']);
    expect(ticked()).toEqual(['eng']);
    expect(page.textContent).toContain('French was removed.');
    expect(document.activeElement?.textContent).toBe('Text in pictures');
    expect(page.textContent).not.toContain('Its data isn’t on this computer');
  });
});
