import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import { accessibilityFaults, button, choose, field, offered, open, press, tick } from './page.ts';

it('language, length and format of answers are each saved by one choice', async () => {
  const { did } = await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
  expect(button('Medium')?.getAttribute('aria-pressed')).toBe('true');
  expect(offered('Language').slice(0, 4)).toEqual(['request', 'page', 'ar', 'bn']); // then by name
  await press('Short');
  await press('Bullet points');
  await choose('Language', 'de');
  const saved = did.map(([, settings]) => (settings as Settings).answers);
  expect(saved.at(-1)).toEqual({ language: 'de', length: 'short', format: 'bullets', translateTo: '' });
  expect(await accessibilityFaults()).toEqual([]);
});

it('a second opinion is off until it is ticked [R11.14]', async () => {
  const { did } = await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
  expect(field('Second opinion').checked).toBe(false);
  await tick('Second opinion');
  expect(did.map(([, settings]) => (settings as Settings).secondOpinion).at(-1)).toBe(true);
  expect(await accessibilityFaults()).toEqual([]);
});
