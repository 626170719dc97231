/** Gives this page the theme and text size of the settings. */
import { loadSettings, watchSettings } from './storage/settings.ts';
import type { Settings } from '../lib/protocol/settings/settings.ts';

/** `public/appearance.js` reads it before the first paint, when the settings cannot be had yet. */
const APPEARANCE_KEY = 'appearance';

/** Until the page closes. */
export function followAppearance(): void {
  const apply = ({ appearance }: Settings): void => {
    Object.assign(document.documentElement.dataset, appearance);
    localStorage.setItem(APPEARANCE_KEY, JSON.stringify(appearance));
  };
  watchSettings(apply, new AbortController().signal);
  loadSettings().then(apply, () => undefined); // the page says what is wrong with its settings
}
