/**
 * Text over a photograph, read by region before the photo reader's files are added, with them, and after they are removed:
 * the real files, in the extension's own pages, with its policy.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorsOf } from '../../kit/screens/error.ts';
import { screensOf } from '../../kit/screens/index.ts';
import { PHOTO_MODEL_PATHS } from '../../kit/screens/photo-engine.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import { dragRegion, openShowing, textOfPicture, textRead } from '../kit/dragging.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { checkLook } from '../kit/looks.ts';
import { openSettings, telling } from '../kit/reader.ts';

let x: Harness;
let site: Site;
beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
  await x.setSettings({});
});
afterAll(() => Promise.all([x.close(), site.close()]));

test('files added in the settings read what was misread, until they are removed', { timeout: 300_000 }, async () => {
  const hero = screensOf(12).find(({ kind }) => kind === 'hero');
  if (!hero) throw new Error('There is no such screen.');
  const { page, panel } = await openShowing(x, site, hero.html);
  const readWrong = async (): Promise<number> => {
    await page.bringToFront();
    const began = performance.now();
    await dragRegion(page, panel);
    const text = await textRead(panel);
    console.log(`read in ${String(Math.round(performance.now() - began))} ms: ${text}`);
    await panel.getByRole('button', { name: 'New conversation' }).click();
    await telling(panel, textOfPicture(panel).waitFor({ state: 'detached' }));
    const { wrong, of } = errorsOf(text, hero.truth);
    return wrong / of;
  };
  const before = await readWrong();
  expect(before).toBeGreaterThan(0.02);

  const settings = await openSettings(x, 'pictures');
  const picker = settings.getByLabel('Add its two files');
  const [detection = '', recognition = ''] = PHOTO_MODEL_PATHS;
  await picker.setInputFiles({ name: 'other.onnx', mimeType: '', buffer: Buffer.from('no model') });
  await settings.getByRole('alert').filter({ hasText: 'other.onnx isn’t a file of the photo reader' }).waitFor();
  await picker.setInputFiles(recognition);
  await settings.getByText('One file is missing: ch_PP-OCRv4_det_infer.onnx.').waitFor();
  await checkLook(x, settings, 'photo-reader-half');
  await picker.setInputFiles(detection);
  await settings.getByText('15.6 MB, added by you').waitFor();
  expect(await readWrong()).toBe(0);

  await settings.bringToFront();
  await settings.getByRole('button', { name: 'Remove Photo reader' }).click();
  await settings.getByText('Photo reader was removed.').waitFor();
  await settings.close();
  expect(await readWrong()).toBe(before);
  expect(await x.problems()).toEqual([]);
});
