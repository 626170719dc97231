/** The models that a server lists, and the settings page's list of them. */
import { acted } from '../../sidepanel/kit/acted.ts';
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import type { World } from '../host.ts';
import { page } from '../page.ts';

export const MODELS = [
  { id: 'gpt-4o', contextTokens: 128_000, tools: true, pictures: true },
  { id: 'tiny', contextTokens: 2048 },
];
export const listed = (models: readonly (typeof MODELS)[number][]): World => ({
  listed: { ok: true, value: { models } },
});
export const saved = (did: readonly (readonly unknown[])[]): Settings =>
  did.findLast(([what]) => what === 'settings')?.[1] as Settings;
export const radios = (): readonly HTMLInputElement[] => [...page.querySelectorAll<HTMLInputElement>('[type=radio]')];
/** The label is that of the radio button of a listed model. */
export const pick = (id: string): Promise<void> =>
  acted(() =>
    radios()
      .find(({ labels }) => labels?.[0]?.textContent.startsWith(id))
      ?.click(),
  );
