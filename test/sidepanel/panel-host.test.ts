import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chromePanelHost } from '../../src/chrome/panel/panel-host.ts';
import { sendRequest } from '../../src/chrome/send-request.ts';
import { toOriginPattern } from '../../src/chrome/permissions.ts';
import { SIGN_IN_MS } from '../../src/lib/protocol/requests/bounds.ts';
import type { PanelEvent, PanelHello } from '../../src/lib/protocol/events.ts';

/** An event of the browser: what was added is called. */
function eventSource<A extends readonly unknown[]>() {
  const listeners = new Set<(...args: A) => void>();
  return {
    addListener: (listener: (...args: A) => void) => void listeners.add(listener),
    removeListener: (listener: (...args: A) => void) => void listeners.delete(listener),
    fire: (...args: A) => [...listeners].forEach((listener) => listener(...args)),
    count: () => listeners.size,
  };
}

/** A port that behaves: a closed one throws on use, and only the other side's end is told of a disconnect. */
class FakePort {
  readonly onMessage = eventSource<[PanelEvent]>();
  readonly onDisconnect = eventSource<[]>();
  readonly said: PanelHello[] = [];
  closed = false;
  postMessage(message: PanelHello): void {
    if (this.closed) throw new Error('Attempting to use a disconnected port object');
    this.said.push(message);
  }
  disconnect(): void {
    this.closed = true;
  }
  /** The worker died. */
  die(): void {
    this.closed = true;
    this.onDisconnect.fire();
  }
}

const HELLO: PanelHello = { type: 'panel.hello', tabId: 7, runId: 'r', after: 4 };
const EVENT: PanelEvent = { type: 'access', tabId: 7, toggles: false };
let ports: FakePort[];
let connectionFails: boolean;
/** What the session area holds. */
let kept: Record<string, unknown>;
const sendMessage = vi.fn<(message: unknown) => Promise<unknown>>();
const stored = eventSource<[Record<string, { newValue?: unknown }>, string]>();
const tabs = {
  onActivated: eventSource<[{ windowId: number; tabId: number }]>(),
  onUpdated: eventSource<[number, Record<string, unknown>]>(),
  query: vi.fn<() => Promise<unknown[]>>(),
};

beforeEach(() => {
  vi.useFakeTimers();
  ports = [];
  connectionFails = false;
  kept = {};
  sendMessage.mockReset();
  tabs.query.mockReset();
  vi.stubGlobal('chrome', {
    runtime: {
      connect: () => {
        if (connectionFails) throw new Error('Could not establish connection.');
        const port = new FakePort();
        ports.push(port);
        return port;
      },
      sendMessage,
    },
    windows: { getCurrent: () => Promise.resolve({ id: 1 }) },
    storage: {
      onChanged: stored,
      session: { get: (key: string) => Promise.resolve(key in kept ? { [key]: kept[key] } : {}) },
    },
    tabs,
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the settings', () => {
  it.each([
    ['in a tab of their own', [], [['create', { url: 'ext:/o.html#web' }]]],
    [
      'in the tab that shows them',
      [
        { documentUrl: 'ext:/other.html', tabId: 3, windowId: 1 },
        { documentUrl: 'ext:/o.html#model', tabId: 4, windowId: 2 },
      ],
      [
        ['update', 4, { active: true, url: 'ext:/o.html#web' }],
        ['window', 2, { focused: true }],
      ],
    ],
  ])('open at their place, %s', async (_where, contexts, done) => {
    const did: unknown[] = [];
    const note =
      (what: string) =>
      (...args: unknown[]) =>
        Promise.resolve(void did.push([what, ...args]));
    vi.stubGlobal('chrome', {
      runtime: {
        getURL: (path: string) => `ext:/${path}`,
        getManifest: () => ({ options_ui: { page: 'o.html' } }),
        getContexts: () => Promise.resolve(contexts),
      },
      tabs: { create: note('create'), update: note('update') },
      windows: { update: note('window') },
    });
    chromePanelHost.openSearch();
    await vi.advanceTimersByTimeAsync(0);
    expect(did).toEqual(done);
  });
});

describe('the panel’s port', () => {
  it('comes back when the worker dies, and says again how far the panel is', async () => {
    const events: PanelEvent[] = [];
    let after = 4;
    const port = chromePanelHost.connect(
      () => ({ ...HELLO, after }),
      (event) => events.push(event),
      () => true,
      new AbortController().signal,
    );
    port.sendHello();
    expect(ports[0]?.said).toEqual([HELLO]);
    ports[0]?.onMessage.fire(EVENT);
    after = 9;
    ports[0]?.die();
    await vi.advanceTimersByTimeAsync(0);
    expect(ports[1]?.said).toEqual([{ ...HELLO, after: 9 }]);
    ports[0]?.onMessage.fire(EVENT); // from the grave
    ports[1]?.onMessage.fire(EVENT);
    expect(events).toHaveLength(2);
  });

  it('greets anew over the port there is, and over a new one when that one is dead', async () => {
    const port = chromePanelHost.connect(
      () => HELLO,
      () => undefined,
      () => true,
      new AbortController().signal,
    );
    port.sendHello();
    port.sendHello();
    expect(ports).toHaveLength(1);
    ports[0]?.disconnect(); // closed, and nobody was told yet
    port.sendHello();
    await vi.advanceTimersByTimeAsync(0);
    expect(ports[1]?.said).toEqual([HELLO]);
  });

  it('tries slower and slower while connecting fails, and goes on when it works again', async () => {
    const port = chromePanelHost.connect(
      () => HELLO,
      () => undefined,
      () => true,
      new AbortController().signal,
    );
    connectionFails = true;
    port.sendHello();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(1);
    connectionFails = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ports).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets an idle worker sleep, and is back as soon as anything happens', async () => {
    const events: PanelEvent[] = [];
    const port = chromePanelHost.connect(
      () => HELLO,
      (event) => events.push(event),
      () => false,
      new AbortController().signal,
    );
    port.sendHello();
    ports[0]?.die();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ports).toHaveLength(1);
    stored.fire({ settings: { newValue: 1 } }, 'local');
    expect(ports).toHaveLength(1);
    stored.fire({ access: { newValue: { tabId: 7, at: 1 } } }, 'session');
    expect(ports[1]?.said).toEqual([HELLO]);
    expect(events).toEqual([EVENT]);
  });

  it('wakes the next worker when one died with something pressed over this tab, and over no other', async () => {
    const port = chromePanelHost.connect(
      () => HELLO,
      () => undefined,
      () => false,
      new AbortController().signal,
    );
    port.sendHello();
    kept = { 'intent/8': {} };
    ports[0]?.die();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ports).toHaveLength(1);
    port.sendHello();
    kept = { 'intent/7': {} };
    ports[1]?.die();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ports[2]?.said).toEqual([HELLO]);
  });

  it('is silent once the panel has closed', async () => {
    const closed = new AbortController();
    const port = chromePanelHost.connect(
      () => HELLO,
      () => undefined,
      () => true,
      closed.signal,
    );
    port.sendHello();
    closed.abort();
    ports[0]?.die();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ports).toHaveLength(1);
  });
});

describe('a request', () => {
  it('is sent again, the same, until the worker acknowledges it', async () => {
    sendMessage
      .mockRejectedValueOnce(new Error('message channel closed before a response was received'))
      .mockResolvedValueOnce(undefined)
      .mockResolvedValueOnce({ ok: true, value: {} });
    const reply = sendRequest('run.cancel', { runId: 'r', commandId: 'c' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reply).toEqual({ ok: true, value: {} });
    expect(sendMessage.mock.calls).toEqual(Array(3).fill([{ type: 'run.cancel', runId: 'r', commandId: 'c' }]));
  });

  it('passes a refusal on without asking again', async () => {
    const refusal = { ok: false, error: { code: 'page.gone', message: 'm', hint: 'c' } };
    sendMessage.mockResolvedValue(refusal);
    expect(await sendRequest('page.estimate', { tabId: 7 })).toEqual(refusal);
    expect(sendMessage).toHaveBeenCalledTimes(1);
  });

  it('ends in a trouble with a cure when nobody ever answers', async () => {
    sendMessage.mockRejectedValue(new Error('Receiving end does not exist.'));
    const reply = sendRequest('run.start', { job: 'summarise', tabId: 7, commandId: 'c' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await reply).toMatchObject({ ok: false, error: { code: 'worker.silent' } });
    expect(sendMessage).toHaveBeenCalledTimes(5);
  });

  it('to sign in is sent once, for a second one opens a second window, and waits until the worker gives up', async () => {
    sendMessage.mockRejectedValue(new Error('Receiving end does not exist.'));
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const reply = sendRequest('tool-server.sign-in', { address: 'https://a.example/mcp', reach: [], isPressed: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await reply).toMatchObject({ ok: false, error: { code: 'worker.silent' } });
    expect(sendMessage).toHaveBeenCalledTimes(1);
    expect(timeout.mock.calls.every(([ms]) => ms > SIGN_IN_MS)).toBe(true);
  });
});

describe('following the tab', () => {
  it('reports the active tab of its own window, now and on every change that shows', async () => {
    const seen: unknown[] = [];
    const closed = new AbortController();
    tabs.query.mockResolvedValue([{ id: 7, url: 'https://a.example/', title: 'A', status: 'complete' }]);
    chromePanelHost.watchActiveTab((tab) => seen.push(tab), closed.signal);
    await vi.advanceTimersByTimeAsync(0);
    tabs.onActivated.fire({ windowId: 2, tabId: 9 }); // another window
    tabs.onUpdated.fire(9, { status: 'complete' }); // another tab
    tabs.onUpdated.fire(7, { favIconUrl: 'x' }); // nothing that shows
    await vi.advanceTimersByTimeAsync(0);
    expect(seen).toEqual([{ tabId: 7, url: 'https://a.example/', title: 'A', loading: false }]);
    tabs.query.mockResolvedValue([{ id: 8, status: 'loading' }]);
    tabs.onActivated.fire({ windowId: 1, tabId: 8 });
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.at(-1)).toEqual({ tabId: 8, url: '', title: '', loading: true });
    tabs.query.mockResolvedValue([{ id: 8, url: 'https://b.example/', status: 'complete' }]);
    await vi.advanceTimersByTimeAsync(2000); // access was granted, and no event said so
    expect(seen.at(-1)).toMatchObject({ tabId: 8, url: 'https://b.example/' });
    const asked = tabs.query.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tabs.query).toHaveBeenCalledTimes(asked); // with access there is nothing to wait for
    tabs.query.mockResolvedValue([{ id: 8, url: 'https://b.example/next', status: 'loading' }]);
    tabs.onUpdated.fire(8, { status: 'loading' });
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.at(-1)).toMatchObject({ url: 'https://b.example/next', loading: true });
    tabs.query.mockResolvedValue([{ id: 8, url: 'https://b.example/next', status: 'complete' }]);
    await vi.advanceTimersByTimeAsync(2000); // it is complete, and no event said so
    expect(seen.at(-1)).toMatchObject({ loading: false });
    closed.abort();
    expect([tabs.onActivated.count(), tabs.onUpdated.count(), vi.getTimerCount()]).toEqual([0, 0, 0]);
  });
});

describe('the pattern of an endpoint', () => {
  it('is its origin alone', () => {
    expect(toOriginPattern('https://api.openai.com/v1')).toBe('https://api.openai.com/*');
    expect(toOriginPattern(' http://localhost:11434/v1/ ')).toBe('http://localhost:11434/*');
    expect(toOriginPattern('http://[::1]:8080')).toBe('http://[::1]:8080/*');
    expect(toOriginPattern('https://user:pw@host.example/x?y#z')).toBe('https://host.example/*');
  });

  it('is nothing for what is no web address', () => {
    for (const text of [
      '',
      'localhost:11434',
      'ftp://host',
      'javascript:alert(1)',
      'https://',
      '<all_urls>',
      '*://*/*',
    ]) {
      expect(toOriginPattern(text)).toBeNull();
    }
  });
});
