/** One page over the network, with a network that answers what the test wants. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchPage } from '../../../src/chrome/web/web-fetch.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';

const PAGE = 'https://news.example.org/a';
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A network that answers each request by turns; `createCutPoint`: where it was found in the end. */
function network(...answers: readonly ((sent: Sent) => Response | Promise<Response>)[]): readonly Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/generate_204')) return new Response(null, { status: 204 }); // it is online, without a proxy
    sent.push({ url, init });
    const answer = answers[sent.length - 1];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer({ url, init });
  });
  return sent;
}

function response(
  body: BodyInit | null,
  { at = PAGE, ...init }: ResponseInit & { readonly at?: string } = {},
): Response {
  const made = new Response(body, { headers: PLAIN, ...init });
  Object.defineProperty(made, 'url', { value: at });
  return made;
}

const read = (url = PAGE) => fetchPage(url, new AbortController().signal);
const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (thrown: unknown) => (thrown instanceof UserFacingError ? thrown.error.code : String(thrown)),
  );

afterEach(() => vi.unstubAllGlobals());

describe('a page of the web', () => {
  it('is asked for as a stranger would', async () => {
    const sent = network(() => response('Tea.'));
    const { bytes, kind, url } = await read();
    expect([new TextDecoder().decode(bytes), kind, url]).toEqual(['Tea.', 'text', PAGE]);
    expect(sent).toMatchObject([
      {
        url: PAGE,
        init: {
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          redirect: 'follow',
          targetAddressSpace: 'public',
        },
      },
    ]);
    expect(Object.keys(sent[0]?.init.headers ?? {})).toEqual(['accept']);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://router.lan/',
    'https://a:b@example.org/',
    'file:///etc/passwd',
  ])('is not asked for at %s', async (address) => {
    const sent = network(() => response('Secret.'));
    expect(await codeOf(read(address))).toBe('web.private');
    expect(sent).toEqual([]);
  });

  it('that was found at a host that is not public is not read', async () => {
    for (const at of ['http://192.168.0.1/', 'http://router.lan/', 'http://[fd00::1]/']) {
      const cancelled = vi.fn();
      const secret = {
        pull(controller: ReadableStreamDefaultController<Uint8Array>) {
          controller.enqueue(new TextEncoder().encode('Secret.'));
          controller.close();
        },
      };
      const body = new ReadableStream({ ...secret, cancel: cancelled }, { highWaterMark: 0 });
      network(() => response(body, { at }));
      expect(await codeOf(read())).toBe('web.private');
      expect(cancelled).toHaveBeenCalledOnce();
    }
  });

  it('whose readers are sent where the browser lets no request go is not there, and that is said', async () => {
    const stopped = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    const first = (): Response => {
      const made = response(null);
      Object.defineProperty(made, 'type', { value: 'opaqueredirect' });
      return made;
    };
    const sent = network(stopped, first);
    expect(await codeOf(read())).toBe('web.redirected');
    expect(sent.map(({ init }) => init.redirect)).toEqual(['follow', 'manual']);
    network();
    expect(await codeOf(read())).toBe('web.unreachable');
  });

  it.each([
    ['web.status', () => response('Gone.', { status: 404 })],
    [
      'web.type',
      () => response(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]), { headers: { 'content-type': 'image/png' } }),
    ],
    ['web.too-large', () => response('x', { headers: { ...PLAIN, 'content-length': '999999999' } })],
  ])('is refused as %s', async (code, answer) => {
    network(answer);
    expect(await codeOf(read())).toBe(code);
  });

  it('that never ends is read no further than the bound', async () => {
    const piece = new Uint8Array(1_000_000).fill(0x61);
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    network(() => response(body));
    expect(await codeOf(read())).toBe('web.too-large');
    expect(pulled).toBeLessThan(40);
  });

  it('that breaks off is not half a page', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('Half'));
      },
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    });
    network(() => response(body));
    expect(await codeOf(read())).toBe('web.unreachable');
  });

  it('is given up when nobody waits for it any more', async () => {
    const stop = new AbortController();
    const asked = new Promise<AbortSignal>((resolve) => {
      network(({ init }) => {
        if (init.signal) resolve(init.signal);
        return new Promise(() => undefined);
      });
    });
    const reading = codeOf(fetchPage(PAGE, stop.signal));
    const signal = await asked;
    stop.abort();
    expect(await reading).not.toBe('read');
    expect(signal.aborted).toBe(true);
  });
});
