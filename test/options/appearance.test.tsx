import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import { accessibilityFaults, button, open, press } from './page.ts';

it('theme and text size are each saved by one press', async () => {
  const { did } = await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
  expect(button('System')?.getAttribute('aria-pressed')).toBe('true');
  await press('Dark');
  await press('Large');
  expect(button('Dark')?.getAttribute('aria-pressed')).toBe('true');
  expect(did.map(([, settings]) => settings)).toEqual([
    { ...DEFAULT_SETTINGS, appearance: { theme: 'dark', textSize: 'normal' } },
    { ...DEFAULT_SETTINGS, appearance: { theme: 'dark', textSize: 'large' } },
  ]);
  expect(await accessibilityFaults()).toEqual([]);
});
