/** What the toolbar says to the worker, which trusts none of it: it is checked there by schema (SAFETY D6). */
export type Action = 'explain' | 'simplify' | 'translate' | 'search' | 'ask' | 'preset';

export interface Act {
  readonly type: 'selection.act';
  readonly action: Action;
  /** Of the person's own actions; empty for any other. */
  readonly preset: string;
  readonly text: string;
  readonly commandId: string;
}

export type Where = 'site' | 'everywhere';

export interface Preset {
  readonly id: string;
  readonly title: string;
}

export interface Menu {
  readonly presets: readonly Preset[];
  readonly language: string;
}

/** In UTF-16 units. The worker reads the rest, and its form, from the ranges that are left for it. */
export const MAX_TEXT = 8_000;
const MAX_PRESETS = 30;

/** At most {@link MAX_TEXT} of the text, never half a character. */
export const bounded = (text: string): string => text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');

/** The worker's answer to `selection.menu`; what does not fit is left out. */
export function menuOf(value: unknown): Menu {
  const { presets, language } = (value ?? {}) as Partial<Record<keyof Menu, unknown>>;
  const fit = (Array.isArray(presets) ? (presets as unknown[]) : []).filter(isPreset).slice(0, MAX_PRESETS);
  return { presets: fit, language: typeof language === 'string' ? language : '' };
}

function isPreset(value: unknown): value is Preset {
  const { id, title } = (value ?? {}) as Partial<Record<keyof Preset, unknown>>;
  return typeof id === 'string' && typeof title === 'string';
}

/** `crypto.randomUUID` is there on secure pages only, and people read others as well. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, i) => {
    if (i === 6) return ((byte & 0x0f) | 0x40).toString(16).padStart(2, '0'); // version 4
    if (i === 8) return ((byte & 0x3f) | 0x80).toString(16).padStart(2, '0'); // its variant
    return byte.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
