import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { hasGesture } from '../../../src/chrome/permissions.ts';
import { requirePress } from '../../../src/chrome/selection-toolbar/toolbar-press.ts';

const SITES = ['https://a.example.org', 'https://b.example.org'] as const;
const site = fc.constantFrom(...SITES);

it('a press is believed only with a gesture, and only where the toolbar is on', async () => {
  const toolbar = fc.record({
    where: fc.constantFrom('nowhere' as const, 'sites' as const, 'everywhere' as const),
    sites: fc.subarray([...SITES]),
    butNot: fc.subarray([...SITES]),
  });
  await fc.assert(
    fc.asyncProperty(
      toolbar,
      site,
      fc.subarray([...SITES.map((each) => `${each}/*`), '<all_urls>']),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      async (chosen, from, access, gesture, isSandboxed, undoes) => {
        let asked: unknown;
        vi.stubGlobal('chrome', {
          permissions: {
            request: (wanted: unknown) => {
              asked = wanted;
              return gesture ? Promise.resolve(true) : Promise.reject(new Error('during a user gesture'));
            },
            getAll: () => Promise.resolve({ origins: access }),
          },
          storage: {
            // hidden since, where that is to be undone
            local: {
              get: () =>
                Promise.resolve({ settings: undoes ? DEFAULT_SETTINGS : { ...DEFAULT_SETTINGS, toolbar: chosen } }),
            },
            session: { get: () => Promise.resolve({ 'toolbar.hidden': { tabId: 7, before: chosen } }) },
          },
        });
        const sender = {
          origin: isSandboxed ? 'null' : from,
          url: isSandboxed ? 'about:srcdoc' : `${from}/page`,
          tab: { id: 7, url: `${from}/page` },
        };
        const believed = requirePress(sender as chrome.runtime.MessageSender, hasGesture(), undoes).then(
          () => true,
          () => false,
        );
        expect(asked).toEqual({ permissions: [] }); // at once: after an await the gesture is gone
        const hasAll = access.includes('<all_urls>');
        const isOn =
          chosen.where === 'everywhere'
            ? hasAll // access to one site is not access to all of them
            : chosen.where === 'sites' && chosen.sites.includes(from) && (hasAll || access.includes(`${from}/*`));
        expect(await believed).toBe(gesture && isOn && !chosen.butNot.includes(from));
      },
    ),
  );
  vi.unstubAllGlobals();
});
