import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/lib/models/presets.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { MODEL_DEFAULTS } from '../../../src/lib/protocol/settings/settings.ts';
import { checkSettings } from '../../../src/lib/protocol/check.ts';

describe.each(PRESETS)('the preset $label', (preset) => {
  it('makes an entry that can be saved once a model is named', () => {
    const { name, provider, endpoint, contextTokens, pictures } = preset;
    const model = preset.model || 'some-model';
    const entry = { ...MODEL_DEFAULTS, id: `${name}:${model}`, provider, endpoint, model, contextTokens, pictures };
    expect(checkSettings({ ...DEFAULT_SETTINGS, models: [entry], main: entry.id })).toMatchObject({ ok: true });
  });

  it('has a name of its own, and a key’s place only with an encrypted address', () => {
    expect(PRESETS.filter(({ name }) => name === preset.name)).toHaveLength(1);
    if (preset.keyPage !== '') expect(preset.endpoint).toMatch(/^https:/);
  });
});
