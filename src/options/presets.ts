/** What a person wants done with selections: the list and its form, without a page. The one rule: nothing here is a second truth; the settings are. */
import { MAX_PRESETS, PRESET_SCHEMA, type Preset, type Settings } from '../lib/protocol/settings.ts';
import { t } from './strings.ts';

export interface PresetForm {
  readonly title: string;
  readonly prompt: string;
}

export type PresetErrors = Readonly<Partial<Record<keyof PresetForm, string>>>;

const MOST = {
  title: PRESET_SCHEMA.properties.title.maxLength,
  prompt: PRESET_SCHEMA.properties.prompt.maxLength,
} as const;

/** What is wrong with the form; `others` are the presets beside the one it is about. */
export function presetErrorsIn(form: PresetForm, others: readonly Preset[]): PresetErrors {
  const { title, prompt } = cleaned(form);
  const isTaken = others.some((other) => sameTitle(other.title, title));
  return {
    ...fault('title', title, t.errors.presetTitle, isTaken ? t.errors.presetTaken : ''),
    ...fault('prompt', prompt, t.errors.presetPrompt, ''),
  };
}

function fault(name: keyof PresetForm, text: string, missing: string, other: string): PresetErrors {
  const long = lengthOf(text) > MOST[name] ? t.errors.tooLong(MOST[name]) : '';
  const said = text === '' ? missing : long === '' ? other : long;
  return said === '' ? {} : { [name]: said };
}

/** As the schema counts: by characters, not by UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;
const sameTitle = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const cleaned = ({ title, prompt }: PresetForm): PresetForm => ({ title: title.trim(), prompt: prompt.trim() });

/** The settings with the preset as the form has it, in its place or last. */
export function withPreset(now: Settings, id: string, form: PresetForm): Settings {
  const preset = { id, ...cleaned(form) };
  const known = now.presets.some((other) => other.id === id);
  if (!known && now.presets.length >= MAX_PRESETS) return now;
  const presets = known ? now.presets.map((other) => (other.id === id ? preset : other)) : [...now.presets, preset];
  return { ...now, presets };
}

export function withoutPreset(now: Settings, id: string): Settings {
  const presets = now.presets.filter((preset) => preset.id !== id);
  return presets.length === now.presets.length ? now : { ...now, presets };
}

/** The preset one place up (-1) or down (1); where it has no further to go, as it was. */
export function movedPreset(now: Settings, id: string, by: -1 | 1): Settings {
  const from = now.presets.findIndex((preset) => preset.id === id);
  const [preset, other] = [now.presets[from], now.presets[from + by]];
  if (!preset || !other) return now;
  const presets = now.presets.map((one) => (one === preset ? other : one === other ? preset : one));
  return { ...now, presets };
}

/** Those that the person has not taken, or has changed beyond knowing. */
export function suggestedFor(presets: readonly Preset[]): readonly PresetForm[] {
  return t.suggestedPresets.filter(({ title }) => !presets.some((preset) => sameTitle(preset.title, title)));
}
