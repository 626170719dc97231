/** What the toolbar says to the worker and hears from it. */
import type { Replies } from '../../lib/protocol/requests/requests.ts';

export type Menu = Replies['selection.menu'];

const MAX_PRESETS = 30;

export function parseMenu(value: unknown): Menu {
  const { presets, language } = (value ?? {}) as Partial<Record<keyof Menu, unknown>>;
  const valid = (Array.isArray(presets) ? (presets as unknown[]) : []).filter(isPreset).slice(0, MAX_PRESETS);
  return { presets: valid, language: typeof language === 'string' ? language : '' };
}

function isPreset(value: unknown): value is Menu['presets'][number] {
  const { id, title } = (value ?? {}) as { readonly id?: unknown; readonly title?: unknown };
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
