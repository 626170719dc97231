/** Messages of the toolbar; the worker validates them by schema (SAFETY D6). */
export type Action = 'explain' | 'simplify' | 'translate' | 'search' | 'ask' | 'preset';

export interface ActMessage {
  readonly type: 'selection.act';
  readonly action: Action;
  readonly preset: string;
  readonly text: string;
  readonly commandId: string;
}

export type HideScope = 'site' | 'everywhere';

export interface Preset {
  readonly id: string;
  readonly title: string;
}

export interface Menu {
  readonly presets: readonly Preset[];
  readonly language: string;
}

/** In UTF-16 units. The worker reads longer text from the stored ranges. */
export const MAX_TEXT = 8_000;
const MAX_PRESETS = 30;

export const truncateSelection = (text: string): string => text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');

export function parseMenu(value: unknown): Menu {
  const { presets, language } = (value ?? {}) as Partial<Record<keyof Menu, unknown>>;
  const valid = (Array.isArray(presets) ? (presets as unknown[]) : []).filter(isPreset).slice(0, MAX_PRESETS);
  return { presets: valid, language: typeof language === 'string' ? language : '' };
}

function isPreset(value: unknown): value is Preset {
  const { id, title } = (value ?? {}) as Partial<Record<keyof Preset, unknown>>;
  return typeof id === 'string' && typeof title === 'string';
}

/** `crypto.randomUUID` exists only in secure contexts. */
export function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, i) => {
    if (i === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0'); // version 4
    if (i === 8) return ((byte & 0x3f) | 0x80).toString(16).padStart(2, '0'); // its variant
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
