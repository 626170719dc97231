import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMenuChoice, buildMenuItems } from '../../../src/chrome/controls/menus.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { Preset, Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { settingsOf } from '../../kit/protocol/settings.ts';
import messages from '../../../public/_locales/en/messages.json' with { type: 'json' };

const words = (name: string): string =>
  (messages as Readonly<Record<string, { message: string }>>)[name]?.message ?? '';
const PRESETS = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z0-9-]{1,40}$/),
    title: fc.string({ minLength: 1, maxLength: 40 }),
    prompt: fc.string(),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
);

const withModel = (presets: readonly Preset[]): Settings => ({ ...settingsOf({ model: 'm' }), presets });

it('every item of the context menu has words and an id of its own, and is taken for what it is', () => {
  fc.assert(
    fc.property(PRESETS, (presets) => {
      const items = buildMenuItems(withModel(presets), words);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      for (const { title = '' } of items) expect(title).not.toBe('');
      const chosen = items.flatMap(({ id }) => parseMenuChoice(id) ?? []);
      const built = ['explain', 'simplify', 'translate', 'ask', 'search'].map((action) => ({ action, preset: '' }));
      const own = presets.map(({ id }) => ({ action: 'preset', preset: id }));
      const seen = ['summarise', 'read-image', 'read-region'].map((action) => ({ action, preset: '' }));
      expect(chosen).toEqual([...built, ...own, ...seen]);
    }),
  );
});

it('a preset’s title is shown as it was written: it can neither quote the selection nor underline a letter', () => {
  const title = (own: string) =>
    buildMenuItems(withModel([{ id: 'p', title: own, prompt: 'x' }]), words).find(({ id }) => id === 'preset/p')?.title;
  expect(title('100 %s & more')).toBe('100 % s && more');
  fc.assert(
    fc.property(fc.string(), (own) => {
      expect(title(own)).not.toContain('%s');
    }),
  );
});

it('without a model the context menu offers nothing that needs one', () => {
  fc.assert(
    fc.property(PRESETS, (presets) => {
      const items = buildMenuItems({ ...DEFAULT_SETTINGS, presets }, words);
      expect(items.map(({ id }) => id)).toEqual(['explain', 'ask', 'search', 'summarise', 'read-image', 'read-region']);
    }),
  );
});

it.each(['presets', 'nonsense', '', 7, 'constructor'])('the item %j starts nothing', (id) => {
  expect(parseMenuChoice(id)).toBeNull();
});
