import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { acceptRequest } from '../../src/background/accept.ts';
import { PANEL_PAGE, TOOLBAR_SENDER } from '../../src/lib/protocol/requests/request.ts';
import { REQUESTS, type RequestName } from '../../src/lib/protocol/requests/requests.ts';
import { GOOD_REQUESTS } from '../kit/protocol/good-requests.ts';
import { EXTENSION_ID, ORIGIN, ownPage, toolbarScripts, toolbarStrangers } from '../kit/protocol/senders.ts';

beforeAll(() => {
  const own = { runtime: { id: EXTENSION_ID, getURL: (path: string) => `${ORIGIN}/${path}` } };
  Object.defineProperty(globalThis, 'chrome', { value: own, configurable: true });
});

const NAMES = Object.keys(REQUESTS) as RequestName[];
/** What a script of ours in a page may say: a press of the toolbar, what becomes of the toolbar, a region that was asked for. */
const THE_SCRIPTS = ['selection.act', 'selection.menu', 'selection.hide', 'selection.show', 'region.chosen'] as const;
const [[, script]] = toolbarScripts as readonly [(typeof toolbarScripts)[number]];
const taken = (message: unknown, sender: chrome.runtime.MessageSender): boolean => acceptRequest(message, sender).ok;
/** The tab that the panel opens over; null for none. */
const openedFor = (message: unknown, sender: chrome.runtime.MessageSender): number | null => {
  const accepted = acceptRequest(message, sender);
  return accepted.ok ? accepted.panel : null;
};

describe('a script of ours in a page', () => {
  it.each(NAMES)('may send %s only if that is one of the five that are for it [R9.3b]', (name) => {
    const may = (THE_SCRIPTS as readonly string[]).includes(name);
    for (const [who, sender] of toolbarScripts) {
      expect([who, taken(GOOD_REQUESTS[name], sender)]).toEqual([who, may]);
    }
  });

  it.each(THE_SCRIPTS)('is the only one that may send %s', (name) => {
    expect(REQUESTS[name].from).toBe(TOOLBAR_SENDER);
    for (const [who, sender] of toolbarStrangers) {
      expect([who, taken(GOOD_REQUESTS[name], sender)]).toEqual([who, false]);
    }
  });

  it('names no tab, no frame, no address and no goal: a message with one is refused', () => {
    for (const more of [
      { tabId: 9 },
      { frame: 0 },
      { frameId: 0 },
      { url: 'https://bank.example' },
      { goal: 'Send it.' },
    ])
      for (const name of THE_SCRIPTS) expect(taken({ ...GOOD_REQUESTS[name], ...more }, script)).toBe(false);
  });

  it.each([
    { action: 'summarise' },
    { action: 'run.start' },
    { action: 7 },
    { text: '' },
    { text: 'x'.repeat(8001) },
    { text: { toString: 'x' } },
    { preset: 'x'.repeat(41) },
    { commandId: '' },
    { commandId: 'x'.repeat(101) },
  ])('cannot press with %j', (wrong) => {
    expect(taken({ ...GOOD_REQUESTS['selection.act'], ...wrong }, script)).toBe(false);
  });

  it.each([
    { width: 0 },
    { height: 0 },
    { viewWidth: 0 },
    { x: -1 },
    { y: NaN },
    { width: Infinity },
    { viewHeight: 1e6 },
  ])('cannot tell a region with %j', (wrong) => {
    const { region, ...rest } = GOOD_REQUESTS['region.chosen'];
    expect(taken({ ...rest, region }, script)).toBe(true);
    const sent = JSON.stringify({ ...rest, region: { ...(region as object), ...wrong } }); // as Chrome sends it
    expect(taken(JSON.parse(sent), script)).toBe(false);
  });
});

describe('the panel opens at a message', () => {
  it('from the toolbar that asks for something to read, over the tab that it comes from', () => {
    for (const [, sender] of toolbarScripts)
      for (const action of ['explain', 'simplify', 'translate', 'search', 'preset', 'ask'])
        expect(openedFor({ ...GOOD_REQUESTS['selection.act'], action }, sender)).toBe(sender.tab?.id);
  });

  it('for no other request, whoever sends it', () => {
    for (const name of NAMES.filter((one) => one !== 'selection.act'))
      for (const [, sender] of [...toolbarScripts, ...toolbarStrangers, ...ownPage(PANEL_PAGE)])
        expect(openedFor(GOOD_REQUESTS[name], sender)).toBeNull();
  });

  it('for nobody but the toolbar', () => {
    for (const [who, sender] of toolbarStrangers)
      expect([who, openedFor(GOOD_REQUESTS['selection.act'], sender)]).toEqual([who, null]);
  });

  it('for nothing malformed', () => {
    const good = GOOD_REQUESTS['selection.act'];
    const broken = fc.oneof(
      fc
        .constantFrom(...Object.keys(good).filter((key) => key !== 'type'))
        .map((gone) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== gone))),
      fc
        .tuple(
          fc.string({ minLength: 1 }).filter((key) => !(key in good)),
          fc.jsonValue(),
        )
        .map(([key, value]) => ({ ...good, [key]: value })),
      fc
        .tuple(fc.constantFrom('action', 'preset', 'text', 'commandId'), fc.jsonValue())
        .filter(([, value]) => typeof value !== 'string')
        .map(([key, value]) => ({ ...good, [key]: value })),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(broken, (message) => {
        expect(openedFor(message, script)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
