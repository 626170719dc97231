import { describe, expect, it } from 'vitest';
import { PHOTO_MODELS } from '../../src/lib/pipeline/ocr/photo/models.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { accessibilityFaults, alert, button, field, open, page, press } from './page.ts';

const loaded = { settings: DEFAULT_SETTINGS, fault: '' };
const [FIRST = '', SECOND = ''] = PHOTO_MODELS.map(({ file }) => file);
const chooseFiles = (...names: readonly string[]): Promise<void> =>
  acted(() => {
    const chooser = field('Add its two files');
    Object.defineProperty(chooser, 'files', { value: names.map((name) => new File(['x'], name)), configurable: true });
    chooser.dispatchEvent(new Event('change', { bubbles: true }));
  });

describe('the photo reader', () => {
  it('is added with both files at once, and removed', async () => {
    const { did } = await open({ loaded });
    expect(button('Remove Photo reader')).toBeUndefined();
    await chooseFiles(FIRST, SECOND);
    expect(did).toEqual([['add photo models', FIRST, SECOND]]);
    expect(page.textContent).toContain('15.6 MB, added by you');
    expect(page.textContent).toContain('The files were added.');
    expect(await accessibilityFaults()).toEqual([]);
    await press('Remove Photo reader');
    expect(page.textContent).toContain('Photo reader was removed.');
    expect(document.activeElement?.textContent).toBe('Photo reader');
    expect(field('Add its two files')).not.toBeNull();
  });

  it('with one of its files says which other is missing', async () => {
    await open({ loaded });
    await chooseFiles(SECOND);
    expect(page.textContent).toContain(`One file is missing: ${FIRST}.`);
    await chooseFiles(FIRST);
    expect(page.textContent).toContain('15.6 MB, added by you');
  });

  it('refuses another file with what to do', async () => {
    await open({ loaded });
    await chooseFiles('other.onnx');
    expect(alert()).toBe('Another file. Take both.');
  });
});
