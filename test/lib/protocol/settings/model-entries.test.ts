import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRESETS } from '../../../../src/lib/models/presets.ts';
import { createEntry, putMainEntry } from '../../../../src/lib/protocol/settings/model-entries.ts';
import { findRoleModel } from '../../../../src/lib/protocol/settings/roles.ts';
import { findSettingsFault } from '../../../../src/lib/protocol/settings/settings.ts';
import { ANY_SETTINGS } from '../../../kit/protocol/any-settings.ts';
import { settingsOf } from '../../../kit/protocol/settings.ts';

it('a model that is connected is the main one, in settings that hold, and connecting it again changes nothing', () => {
  fc.assert(
    fc.property(
      ANY_SETTINGS,
      fc.constantFrom(...PRESETS),
      fc.stringMatching(/^[a-z0-9:.-]{1,20}$/),
      (now, preset, model) => {
        const entry = createEntry(preset, model);
        const next = putMainEntry(now, entry);
        expect(findRoleModel(next, 'main')).toMatchObject({ endpoint: preset.endpoint, model });
        expect(findSettingsFault(next)).toBe(findSettingsFault(now));
        expect(next.fallback).not.toBe(next.main);
        expect(putMainEntry(next, entry)).toEqual(next);
      },
    ),
  );
});

it('a model that was set up before stays as it was', () => {
  const [preset] = PRESETS;
  if (preset === undefined) throw new Error('There is no preset.');
  const { endpoint, provider } = preset;
  const now = { ...settingsOf({ model: 'm', endpoint, provider, priceInput: 3 }), main: 'extractive' };
  expect(putMainEntry(now, createEntry(preset, 'm'))).toEqual({ ...now, main: 'server:m' });
});
