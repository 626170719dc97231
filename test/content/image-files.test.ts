import { afterEach, expect, test, vi } from 'vitest';
import { MAX_PICTURE_URL_CHARS } from '../../src/lib/protocol/requests/picture.ts';
import '../../src/content/image.iife.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['no address', ''],
  ['the beginning of an address that no picture has', `data:image/png;base64,${'A'.repeat(MAX_PICTURE_URL_CHARS)}`],
])('for %s nothing is fetched, the page itself least of all', async (_what, source) => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (el: HTMLElement) => el.shadowRoot } });
  const fetched = vi.fn(() => Promise.reject(new Error('no network')));
  vi.stubGlobal('fetch', fetched);
  expect(await globalThis.__klImage?.files(source).fetch('1')).toMatchObject({ ok: false });
  expect(fetched).not.toHaveBeenCalled();
});

test('a picture’s file is fetched as the page gets it', async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response(new Uint8Array([1, 2, 3]))));
  vi.stubGlobal('fetch', fetched);
  expect(await globalThis.__klImage?.files('https://a.test/i.png').fetch('2')).toEqual({ ok: true, size: 3 });
  expect(fetched).toHaveBeenCalledWith('https://a.test/i.png', expect.objectContaining({ credentials: 'same-origin' }));
});
