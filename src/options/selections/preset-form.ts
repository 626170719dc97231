import { MAX_PRESETS, PRESET_SCHEMA, type Preset, type Settings } from '../../lib/protocol/settings/settings.ts';
import { moveEntry } from '../parts/editable-row.tsx';
import { t } from '../strings/strings.ts';

export interface PresetForm {
  readonly title: string;
  readonly prompt: string;
}

export type PresetErrors = Readonly<Partial<Record<keyof PresetForm, string>>>;

export function validatePreset(form: PresetForm, others: readonly Preset[]): PresetErrors {
  const { title, prompt } = trimPreset(form);
  const isTaken = others.some((other) => isSameTitle(other.title, title));
  return {
    ...validateField('title', title, t.errors.presetTitle, isTaken ? t.errors.presetTaken : ''),
    ...validateField('prompt', prompt, t.errors.presetPrompt, ''),
  };
}

function validateField(name: keyof PresetForm, text: string, missing: string, other: string): PresetErrors {
  const most = PRESET_SCHEMA.properties[name].maxLength;
  const { length } = Array.from(text); // code points, as the schema counts, not UTF-16 units
  const error = text === '' ? missing : length > most ? t.errors.tooLong(most) : other;
  return error === '' ? {} : { [name]: error };
}

const isSameTitle = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const trimPreset = ({ title, prompt }: PresetForm): PresetForm => ({ title: title.trim(), prompt: prompt.trim() });

export function putPreset(now: Settings, id: string, form: PresetForm): Settings {
  const preset = { id, ...trimPreset(form) };
  const isListed = now.presets.some((other) => other.id === id);
  if (!isListed && now.presets.length >= MAX_PRESETS) return now;
  const presets = isListed ? now.presets.map((other) => (other.id === id ? preset : other)) : [...now.presets, preset];
  return { ...now, presets };
}

export function removePreset(now: Settings, id: string): Settings {
  const presets = now.presets.filter((preset) => preset.id !== id);
  return presets.length === now.presets.length ? now : { ...now, presets };
}

/** Unchanged at the end of the list. */
export function movePreset(now: Settings, id: string, by: -1 | 1): Settings {
  const presets = moveEntry(now.presets, (preset) => preset.id === id, by);
  return presets === now.presets ? now : { ...now, presets };
}

export function listSuggestions(presets: readonly Preset[]): readonly PresetForm[] {
  return t.suggestedPresets.filter(({ title }) => !presets.some((preset) => isSameTitle(preset.title, title)));
}
