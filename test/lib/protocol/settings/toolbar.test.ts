import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolbarSettings } from '../../../../src/lib/protocol/settings/settings.ts';
import {
  includesPattern,
  createRegistration,
  isRegisteredFor,
  toWebOrigin,
} from '../../../../src/lib/protocol/settings/toolbar.ts';
import { parseUrl } from '../../../../src/lib/base/urls.ts';

const ORIGINS = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.constantFrom('example.org', 'www.example.org', 'a.b.example.org', 'localhost', '127.0.0.1', 'notexample.org'),
    fc.constantFrom('', ':8080', ':11434'),
  )
  .map(([scheme, host, port]) => `${scheme}://${host}${port}`);
const PATTERNS = fc.oneof(
  ORIGINS.map((origin) => `${origin}/*`),
  fc.constantFrom(
    '<all_urls>',
    '*://*/*',
    'https://*/*',
    'http://*/*',
    'https://*.example.org/*',
    'file:///*',
    'nonsense',
  ),
);
const TOOLBAR: fc.Arbitrary<ToolbarSettings> = fc.record({
  where: fc.constantFrom('nowhere', 'sites', 'everywhere'),
  sites: fc.array(ORIGINS, { maxLength: 4 }),
  butNot: fc.array(ORIGINS, { maxLength: 4 }),
});
const GRANTED = fc.array(PATTERNS, { maxLength: 4 });

/** Whether the browser matches a page of that origin, as its documentation has it: without a port, any port. */
function browserMatches(pattern: string, origin: string): boolean {
  if (pattern === '<all_urls>') return true;
  const [, scheme = '', host = '', port] = /^(.*):\/\/([^:/]*)(?::(\d+))?\/\*$/.exec(pattern) ?? [];
  const url = new URL(origin);
  const told = url.port === '' ? { 'http:': '80', 'https:': '443' }[url.protocol] : url.port;
  if (scheme !== '*' ? `${scheme}:` !== url.protocol : !/^https?:$/.test(url.protocol)) return false;
  if (port !== undefined && port !== told) return false;
  if (host.startsWith('*.')) return `.${url.hostname}`.endsWith(host.slice(1));
  return host === '*' || host === url.hostname;
}
const putOn = (toolbar: ToolbarSettings, granted: readonly string[], origin: string): boolean => {
  const made = createRegistration(toolbar, granted);
  if (made === null) return false;
  return (
    made.matches.some((one) => browserMatches(one, origin)) &&
    !made.excludeMatches.some((one) => browserMatches(one, origin))
  );
};

describe('where the toolbar is put', () => {
  it('is never a site that the person does not want it on', () => {
    fc.assert(
      fc.property(TOOLBAR, GRANTED, (toolbar, granted) => {
        for (const origin of toolbar.butNot) expect(putOn(toolbar, granted, origin)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is never where there is no access', () => {
    fc.assert(
      fc.property(TOOLBAR, GRANTED, ORIGINS, (toolbar, granted, origin) => {
        if (putOn(toolbar, granted, origin)) expect(granted.some((one) => browserMatches(one, origin))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is never where access was given for something else alone, such as a model’s server', () => {
    fc.assert(
      fc.property(TOOLBAR, GRANTED, ORIGINS, (toolbar, granted, server) => {
        fc.pre(!toolbar.sites.includes(server));
        expect(putOn({ ...toolbar, where: 'sites' }, [...granted, `${server}/*`], server)).toBe(false);
        const narrow = granted.filter((one) => !one.includes('*/') && one !== '<all_urls>');
        expect(putOn({ ...toolbar, where: 'everywhere' }, [...narrow, `${server}/*`], server)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is every site that was chosen and every one of all, where there is access and nothing against it', () => {
    fc.assert(
      fc.property(TOOLBAR, ORIGINS, (toolbar, origin) => {
        fc.pre(!toolbar.butNot.includes(origin));
        const sites = { ...toolbar, where: 'sites', sites: [...toolbar.sites, origin] } as const;
        expect(putOn(sites, [`${origin}/*`], origin)).toBe(true);
        expect(putOn({ ...toolbar, where: 'everywhere' }, ['<all_urls>'], origin)).toBe(true);
        expect(createRegistration({ ...toolbar, where: 'nowhere' }, ['<all_urls>'])).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('is the same for pages that are open as for those to come', () => {
    fc.assert(
      fc.property(TOOLBAR, GRANTED, ORIGINS, (toolbar, granted, origin) => {
        expect(isRegisteredFor(createRegistration(toolbar, granted), origin)).toBe(putOn(toolbar, granted, origin));
      }),
      { numRuns: 500 },
    );
  });

  it('takes anything for an address and for a pattern without harm', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(typeof includesPattern(a, b)).toBe('boolean');
        expect(isRegisteredFor(createRegistration({ where: 'sites', sites: [a], butNot: [b] }, [a, b]), a)).toBe(false);
        expect(toWebOrigin(a) === null || parseUrl(a) !== null).toBe(true);
      }),
    );
  });
});
