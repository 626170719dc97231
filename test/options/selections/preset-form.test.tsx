import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { MAX_PRESETS, type Preset, type Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { checkSettings } from '../../../src/lib/protocol/check.ts';
import {
  movePreset,
  validatePreset,
  removePreset,
  putPreset,
} from '../../../src/options/selections/presets-section.tsx';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';
import { ANY_SETTINGS } from '../../kit/protocol/any-settings.ts';
import { acted } from '../../sidepanel/kit/acted.ts';
import { accessibilityFaults, button, control, described, field, open, page, press, type } from '../page.ts';

const preset = (id: string): Preset => ({ id, title: `Title ${id}`, prompt: `Do ${id}` });
const loaded = (...ids: readonly string[]) => ({
  settings: { ...DEFAULT_SETTINGS, presets: ids.map(preset) },
  fault: '',
});
const titles = (): readonly string[] =>
  [...page.querySelectorAll('[aria-labelledby=presets] ol strong')].map((title) => title.textContent);
const stored = (did: readonly (readonly unknown[])[]): readonly Preset[] => (did.at(-1)?.[1] as Settings).presets;
const describeIt = (text: string): Promise<void> =>
  acted(() => {
    const area = control('Prompt');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const save = (): Promise<void> =>
  acted(() => field('Name').form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));

describe('the list of presets', () => {
  it('takes a new one, trimmed, with an id of its own', async () => {
    const { did } = await open({ loaded: loaded('a') });
    await press('Add a custom action');
    expect(document.activeElement).toBe(field('Name'));
    await type('Name', '  Pros and cons ');
    await describeIt(' List both sides.\nBriefly. ');
    await save();
    const [first, second] = stored(did);
    expect(first).toEqual(preset('a'));
    expect(second).toMatchObject({ title: 'Pros and cons', prompt: 'List both sides.\nBriefly.' });
    expect(titles()).toEqual(['Title a', 'Pros and cons']);
    expect(document.activeElement?.textContent).toBe('Custom actions');
  });

  it('says in place what is wrong, first at the first fault, and takes it back as it is mended', async () => {
    const { did } = await open({ loaded: loaded('a') });
    await press('Add a custom action');
    await save();
    expect(described('Name')).toContain('Enter a name.');
    expect(described('Prompt')).toContain('Enter a prompt.');
    await type('Name', 'title A');
    expect(described('Name')).toContain('This name is taken.');
    await type('Name', 'x'.repeat(41));
    expect(described('Name')).toContain('At most 40 characters.');
    await type('Name', 'x'.repeat(40));
    await describeIt('y'.repeat(1001));
    await save();
    expect(document.activeElement).toBe(control('Prompt'));
    expect(described('Prompt')).toContain('At most 1,000 characters.');
    expect(await accessibilityFaults()).toEqual([]);
    expect(did).toEqual([]);
    await describeIt('y'.repeat(1000));
    await save();
    expect(stored(did)).toHaveLength(2);
  });

  it('changes one in its place, and leaves it as it is when that is given up', async () => {
    const { did } = await open({ loaded: loaded('a', 'b') });
    await press('Edit Title a');
    await type('Name', 'Better');
    await press('Cancel');
    expect([did, titles()]).toEqual([[], ['Title a', 'Title b']]);
    await press('Edit Title a');
    await type('Name', 'Better');
    await save();
    expect(stored(did)).toEqual([{ id: 'a', title: 'Better', prompt: 'Do a' }, preset('b')]);
  });

  it('is put in order by buttons that keep the focus, as far as there is room', async () => {
    const { did } = await open({ loaded: loaded('a', 'b', 'c') });
    button('Move Title c up')?.focus();
    await press('Move Title c up');
    await press('Move Title c up');
    expect(titles()).toEqual(['Title c', 'Title a', 'Title b']);
    expect(document.activeElement).toBe(button('Move Title c up'));
    expect(page.textContent).toContain('Title c is now 1 of 3.');
    const before = did.length;
    await press('Move Title c up');
    await press('Move Title b down');
    expect(did).toHaveLength(before);
  });

  it('loses one once that is confirmed', async () => {
    const { did } = await open({ loaded: loaded('a', 'b') });
    await press('Remove Title a');
    expect(did).toEqual([]);
    await press('Yes, remove it');
    expect(titles()).toEqual(['Title b']);
  });

  it('offers suggestions that are not there yet, each added with a click', async () => {
    const { did } = await open({ loaded: loaded() });
    await press('Add “Key terms”');
    expect(stored(did)).toMatchObject([{ title: 'Key terms' }]);
    expect(button('Add “Key terms”')).toBeUndefined();
    expect(button('Add “What is assumed here?”')).toBeDefined();
  });

  it('is full at its bound', async () => {
    await open({ loaded: loaded(...Array.from({ length: MAX_PRESETS }, (_, i) => `p${String(i)}`)) });
    expect(button('Add a custom action')).toBeUndefined();
    expect(page.textContent).toContain('is full (12).');
    expect(page.textContent).not.toContain('For example');
  });
});

describe('a change to the presets', () => {
  const form = fc.record({
    title: fc.string({ maxLength: 45, unit: ANY_CHARACTER }),
    prompt: fc.string({ maxLength: 1100 }),
  });

  it('always leaves settings that can be stored, where the form has no fault', () => {
    fc.assert(
      fc.property(ANY_SETTINGS, form, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (settings, typed, at, by) => {
        const id = settings.presets[at % Math.max(1, settings.presets.length)]?.id ?? 'x';
        for (const target of [id, crypto.randomUUID()]) {
          const others = settings.presets.filter((other) => other.id !== target);
          if (Object.keys(validatePreset(typed, others)).length > 0) continue;
          expect(checkSettings(putPreset(settings, target, typed))).toMatchObject({ ok: true });
        }
        const moved = movePreset(settings, id, by);
        expect(new Set(moved.presets)).toEqual(new Set(settings.presets));
        expect(movePreset(moved, id, by === 1 ? -1 : 1).presets.length).toBe(settings.presets.length);
        expect(removePreset(settings, id).presets).toEqual(settings.presets.filter((other) => other.id !== id));
      }),
    );
  });
});
