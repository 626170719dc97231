import { describe, expect, it } from 'vitest';
import {
  createPictureService,
  type PictureServiceDeps,
  type Region,
} from '../../../src/background/presses/picturing.ts';
import type { RegionRequest } from '../../../src/chrome/page/regions.ts';
import { createMemoryArea, type StorageArea } from '../../../src/lib/agent/store/storage-area.ts';
import type { RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { UserFacingError, type UserError } from '../../../src/lib/base/errors.ts';
import { specOf, termsIn } from '../../kit/runs/world.ts';
import { virtualClock } from '../../kit/base/virtual-clock.ts';

const HASH = 'a'.repeat(64);
const CAPTURED = { hash: HASH, width: 100, height: 50, scale: 2, url: 'https://a.test/x', title: 'Tides' };
const REGION: Region = { x: 1, y: 2, width: 30, height: 40, viewWidth: 800, viewHeight: 600 };
const error = (code: string): UserError => ({ code, message: 'It is so.', hint: 'Do this.' });
const failing = (code: string): Promise<never> => Promise.reject(new UserFacingError(error(code)));
const never = new Promise<never>(() => undefined);

/** The records of a browser, which outlive a worker. `injected`: where the page was dimmed, and for which asking. */
function regionsOver(area: StorageArea, injected: unknown[]): PictureServiceDeps['regions'] {
  const keyOf = (tabId: number): string => `region/${tabId}`;
  const asked: PictureServiceDeps['regions']['getPending'] = async (tabId) =>
    ((await area.get([keyOf(tabId)]))[keyOf(tabId)] as RegionRequest | undefined) ?? null;
  return {
    getPending: asked,
    async start(tabId, what) {
      await area.set({ [keyOf(tabId)]: { ...what } });
      injected.push([tabId, what.ticket]);
    },
    async remove(tabId, ticket) {
      if ((await asked(tabId))?.ticket === ticket) await area.remove([keyOf(tabId)]);
    },
  };
}

/** A worker's pictures over an area: another one over the same area, with the same runs, is the next worker. */
function picturing(more: Partial<PictureServiceDeps> = {}, area = createMemoryArea(), started: RunSpec[] = []) {
  const injected: unknown[] = [];
  const told: unknown[] = [];
  const captured: unknown[] = [];
  const kept: unknown[] = [];
  const clock = virtualClock();
  const deps: PictureServiceDeps = {
    runs: {
      start: (spec) => Promise.resolve(void started.push(spec)),
      has: (runId) => Promise.resolve(started.some((spec) => spec.runId === runId)),
    },
    config: () => Promise.resolve(termsIn(specOf())),
    screen: {
      capture(tabId) {
        captured.push(tabId);
        return Promise.resolve(CAPTURED);
      },
      captureRegion(tabId, region) {
        captured.push([tabId, region]);
        return Promise.resolve(CAPTURED);
      },
    },
    pictures: {
      put(blob) {
        kept.push(blob.size);
        return Promise.resolve({ hash: 'b'.repeat(64), width: 1, height: 1 });
      },
    },
    images: { readFile: () => Promise.resolve(new Blob(['xyz'])), findRegion: () => Promise.resolve(REGION) },
    regions: regionsOver(area, injected),
    canCapture: () => Promise.resolve(true),
    getTabUrl: () => Promise.resolve('https://a.test/x'),
    showError: (tabId, { code }) => Promise.resolve(void told.push([tabId, code])),
    clock,
    ...more,
  };
  return { ...createPictureService(deps), regions: deps.regions, area, started, injected, told, captured, kept, clock };
}

const sender = (more: object = {}): chrome.runtime.MessageSender =>
  ({
    tab: { id: 1, active: true },
    frameId: 0,
    url: 'https://a.test/x?later',
    ...more,
  }) as chrome.runtime.MessageSender;
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no trouble',
    (thrown: unknown) => (thrown instanceof UserFacingError ? thrown.error.code : String(thrown)),
  );
const pointed = {
  tabId: 1,
  frame: 3,
  source: 'https://a.test/i.png',
  url: 'https://a.test/x',
  title: 'T',
  commandId: 'c1',
};
const live = new AbortController().signal;

describe('what a tab shows', () => {
  it('is one run, however often the same is said', async () => {
    const p = picturing();
    expect(await p.takePicture(1, 'visible', 'c1')).toEqual({ runId: 'c1' });
    expect(await p.takePicture(1, 'visible', 'c1')).toEqual({ runId: 'c1' });
    const pictures = [{ hash: HASH, text: null, url: 'https://a.test/x', title: 'Tides' }];
    expect(p.started).toMatchObject([{ runId: 'c1', job: 'screenshot', tabId: 1, pictures, selection: null }]);
    expect(p.captured).toEqual([1]);
  });

  it('leaves no timer, taken or not', async () => {
    const timers: (AbortSignal | undefined)[] = [];
    const timeout = (_: number, finished?: AbortSignal) => (timers.push(finished), live);
    const clock = { ...virtualClock(), timeout };
    await picturing({ clock }).takePicture(1, 'visible', 'c1');
    const failed = picturing({ clock, screen: { capture: () => failing('x'), captureRegion: () => failing('x') } });
    await failed.regions.start(1, { ticket: 't', url: 'https://a.test/x', at: clock.now() });
    expect(await codeOf(failed.takePicture(1, 'visible', 'c2'))).toBe('x');
    expect(await codeOf(failed.handleRegion('t', REGION, sender()))).toBe('x');
    expect(timers.map((finished) => finished?.aborted)).toEqual([true, true, true]);
  });

  it('is no run where no picture could be taken, and says why', async () => {
    const p = picturing({ screen: { capture: () => failing('capture.no-access'), captureRegion: () => never } });
    expect(await codeOf(p.takePicture(1, 'visible', 'c1'))).toBe('capture.no-access');
    expect(p.started).toEqual([]);
  });

  it('may have an address and a title of any length', async () => {
    const long = { ...CAPTURED, url: `https://a.test/${'x'.repeat(20_000)}`, title: 't'.repeat(5000) };
    const p = picturing({ screen: { capture: () => Promise.resolve(long), captureRegion: () => never } });
    await p.takePicture(1, 'visible', 'c1');
    expect(p.started[0]?.pictures[0]?.url).toHaveLength(8000);
    expect(p.started[0]?.pictures[0]?.title).toHaveLength(500);
  });
});

describe('a region', () => {
  it('is asked for on record, and the answer is the run of that asking, once', async () => {
    const p = picturing();
    expect(await p.takePicture(1, 'region', 'c1')).toEqual({ runId: '' });
    expect(p.injected).toEqual([[1, 'c1']]);
    await p.handleRegion('c1', REGION, sender());
    expect(p.captured).toEqual([[1, REGION]]);
    await p.handleRegion('c1', REGION, sender());
    expect(await p.takePicture(1, 'region', 'c1')).toEqual({ runId: 'c1' });
    expect(p.started.map(({ runId, job }) => [runId, job])).toEqual([['c1', 'screenshot']]);
    expect([p.captured.length, p.injected.length]).toEqual([1, 1]);
  });

  it('that is told twice at once is taken once', async () => {
    const p = picturing();
    await p.takePicture(1, 'region', 'c1');
    await Promise.all([p.handleRegion('c1', REGION, sender()), p.handleRegion('c1', REGION, sender())]);
    expect([p.captured.length, p.started.length]).toEqual([1, 1]);
  });

  it('is taken by another worker than the one that asked', async () => {
    const first = picturing();
    await first.takePicture(1, 'region', 'c1');
    const next = picturing({}, first.area);
    await next.handleRegion('c1', REGION, sender());
    expect(next.started.map(({ runId }) => runId)).toEqual(['c1']);
    expect(await codeOf(picturing({}, first.area).handleRegion('c1', REGION, sender()))).toBe('region.not-asked');
  });

  it('whose worker died while taking it is taken by the next one, once', async () => {
    const dead = picturing({ screen: { capture: () => never, captureRegion: () => never } });
    await dead.takePicture(1, 'region', 'c1');
    void dead.handleRegion('c1', REGION, sender());
    const next = picturing({}, dead.area);
    await Promise.all([next.handleRegion('c1', REGION, sender()), next.handleRegion('c1', REGION, sender())]);
    expect(next.started).toHaveLength(1);
  });

  it('is not asked for where no picture could be taken of it', async () => {
    const p = picturing({ canCapture: () => Promise.resolve(false) });
    expect(await codeOf(p.takePicture(1, 'region', 'c1'))).toBe('capture.no-access');
    expect(p.injected).toEqual([]);
  });

  it('is taken of the site that it was chosen on, and of no other', async () => {
    const sites: string[] = [];
    const captureRegion: PictureServiceDeps['screen']['captureRegion'] = (_tabId, _region, chosenOn) => {
      sites.push(chosenOn);
      return failing('capture.moved-on');
    };
    const p = picturing({
      screen: { capture: () => never, captureRegion },
      images: { readFile: () => Promise.resolve(null), findRegion: () => Promise.resolve(REGION) },
    });
    await p.takePicture(1, 'region', 'c1');
    expect(await codeOf(p.handleRegion('c1', REGION, sender()))).toBe('capture.moved-on');
    expect(await codeOf(p.readImage(pointed, live))).toBe('capture.moved-on');
    expect(sites).toEqual(['https://a.test/x', pointed.url]);
    expect(p.started).toEqual([]);
  });

  it('that the person stopped is forgotten', async () => {
    const p = picturing();
    await p.takePicture(1, 'region', 'c1');
    await p.handleRegion('c1', null, sender());
    expect(await codeOf(p.handleRegion('c1', REGION, sender()))).toBe('region.not-asked');
    expect(p.started).toEqual([]);
  });

  it.each([
    ['another ticket', 'c2', sender()],
    ['another tab', 'c1', sender({ tab: { id: 2 } })],
    ['no tab', 'c1', sender({ tab: undefined })],
    ['a frame', 'c1', sender({ frameId: 4 })],
    ['another site', 'c1', sender({ url: 'https://b.test/x' })],
    ['no address', 'c1', sender({ url: undefined })],
  ])('from %s is refused, tells nobody, and leaves the asking as it is', async (_who, ticket, from) => {
    const p = picturing();
    await p.takePicture(1, 'region', 'c1');
    expect(await codeOf(p.handleRegion(ticket, REGION, from))).toBe('region.not-asked');
    expect([p.captured, p.told, p.started]).toEqual([[], [], []]);
    await p.handleRegion('c1', REGION, sender());
    expect(p.started).toHaveLength(1);
  });

  it('comes too late after some minutes', async () => {
    const p = picturing();
    await p.takePicture(1, 'region', 'c1');
    p.clock.pass(10 * 60_000 + 1);
    expect(await codeOf(p.handleRegion('c1', REGION, sender()))).toBe('region.not-asked');
  });

  it('that nobody asked for is refused without a look at the runs when it comes too often', async () => {
    let looked = 0;
    const p = picturing({ runs: { start: () => never, has: () => Promise.resolve((looked += 1) === 0) } });
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(p.handleRegion('made-up', REGION, sender()))),
    );
    expect(codes.filter((code) => code === 'region.not-asked')).toHaveLength(1);
    expect(codes.filter((code) => code === 'selection.too-often')).toHaveLength(19);
    expect(looked).toBe(1);
  });

  it('that cannot be taken is told in the panel, and has to be asked for anew', async () => {
    const p = picturing({ screen: { capture: () => never, captureRegion: () => failing('capture.not-in-view') } });
    await p.takePicture(1, 'region', 'c1');
    expect(await codeOf(p.handleRegion('c1', REGION, sender()))).toBe('capture.not-in-view');
    expect(p.told).toEqual([[1, 'capture.not-in-view']]);
    expect(await codeOf(p.handleRegion('c1', REGION, sender()))).toBe('region.not-asked');
  });
});

describe('a picture of the page that a person points at', () => {
  it('is read itself where the page is given it', async () => {
    const p = picturing();
    expect(await p.readImage(pointed, live)).toBe('c1');
    expect([p.kept, p.captured]).toEqual([[3], []]);
    expect(p.started[0]?.pictures).toEqual([{ hash: 'b'.repeat(64), text: null, url: pointed.url, title: 'T' }]);
  });

  it.each([
    [
      'it is not given',
      { images: { readFile: () => Promise.resolve(null), findRegion: () => Promise.resolve(REGION) } },
    ],
    ['only the browser can draw it', { pictures: { put: () => failing('picture.broken') } }],
  ])('is read as it is shown where %s', async (_why, more) => {
    const p = picturing(more);
    await p.readImage(pointed, live);
    expect(p.captured).toEqual([[1, REGION]]);
    expect(p.started[0]?.pictures[0]?.hash).toBe(HASH);
  });

  it.each([
    ['picture.too-large', { pictures: { put: () => failing('picture.too-large') } }],
    [
      'picture.not-found',
      { images: { readFile: () => Promise.resolve(null), findRegion: () => failing('picture.not-found') } },
    ],
  ])('is not read for %s, which is said', async (code, more) => {
    const p = picturing(more);
    expect(await codeOf(p.readImage(pointed, live))).toBe(code);
    expect(p.started).toEqual([]);
  });

  it('starts no run once something else was pressed', async () => {
    const stop = new AbortController();
    const p = picturing({ images: { readFile: () => Promise.resolve(new Blob(['x'])), findRegion: () => never } });
    const reading = p.readImage(pointed, stop.signal);
    stop.abort();
    await expect(reading).rejects.toThrow();
    expect(p.started).toEqual([]);
  });
});
