import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findVoices, hasLocalVoice, listLocalVoices } from '../../../src/sidepanel/aloud/voices.ts';
import { createWebSpeech } from '../../../src/sidepanel/aloud/web-speech.ts';

const voice = (lang: string, localService = true, isDefault = false) =>
  ({ name: lang, voiceURI: lang, lang, localService, default: isDefault }) as SpeechSynthesisVoice;

const provide = (given: readonly SpeechSynthesisVoice[]): void => {
  vi.stubGlobal('speechSynthesis', { getVoices: () => given });
};
afterEach(() => vi.unstubAllGlobals());

const voices = fc.array(
  fc
    .tuple(fc.constantFrom('en-US', 'en_GB', 'de-DE', 'de', 'zh-CN'), fc.boolean(), fc.boolean())
    .map(([lang, local, isDefault]) => voice(lang, local, isDefault)),
);

describe('the voices to read with', () => {
  it('are never ones that send the text away', () => {
    fc.assert(
      fc.property(voices, fc.constantFrom('en', 'en-GB', 'de', 'fr'), (all, language) => {
        provide(all);
        expect(findVoices(listLocalVoices(), language).every(({ localService }) => localService)).toBe(true);
        expect(hasLocalVoice()).toBe(all.some(({ localService }) => localService));
      }),
    );
    const engine = createWebSpeech({} as SpeechSynthesis);
    expect(() => engine.speak('secret', { voice: voice('en-US', false), rate: 1 }, () => undefined)).toThrow('away');
  });

  it('speak the language, its region and the computer’s choice first', () => {
    const all = [voice('de-DE'), voice('en-US'), voice('en-AU', true, true), voice('en_GB'), voice('enx')];
    expect(findVoices(all, 'en-GB').map(({ lang }) => lang)).toEqual(['en_GB', 'en-AU', 'en-US']);
    expect(findVoices(all, 'en').map(({ lang }) => lang)).toEqual(['en-AU', 'en-US', 'en_GB']);
    expect(findVoices(all, 'fr')).toEqual([]);
  });

  it.each([
    ['iw-IL', 'he'],
    ['he', 'iw_IL'],
    ['cmn-CN', 'zh'],
    ['zh-TW', 'cmn-TW'],
    ['eng', 'en_US'],
    ['no', 'nb-NO'],
    ['nn-NO', 'nb'],
    ['nb', 'no-NO'],
    ['x-y', 'X_y'],
  ])('are found by another tag of the same language: %s by %s', (spoken, language) => {
    expect(findVoices([voice('fr'), voice(spoken)], language)).toEqual([voice(spoken)]);
  });

  it('are none where the browser has no speech', () => {
    vi.stubGlobal('speechSynthesis', undefined);
    expect(hasLocalVoice()).toBe(false);
  });
});
