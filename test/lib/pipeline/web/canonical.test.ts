import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicaliseUrl } from '../../../../src/lib/pipeline/web/web-address.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

/** Addresses as they are found, and texts that only look like some. */
const part = fc.oneof(
  fc.constantFrom(
    'utm_source=x',
    'UTM_Medium=',
    'gclid=1',
    'fbclid',
    'a=1',
    'b',
    'a=1',
    '',
    '=',
    'ref=home',
    'q=%c3%A9',
    '%',
    '%2',
    'utm_',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const address = fc
  .record({
    scheme: fc.constantFrom('http://', 'https://', 'HTTPS://', 'ftp://', 'javascript:', '//', ''),
    user: fc.constantFrom('', '', '', 'me@', 'me:secret@', ':@'),
    host: fc.constantFrom(
      'example.com',
      'EXAMPLE.com.',
      'www.example.com:443',
      'de.m.wikipedia.org',
      'bücher.example',
      '[::1]:80',
      '127.1',
      'a b',
      'evil.m.wikipedia.org.example',
    ),
    path: fc.oneof(
      fc.constantFrom('', '/', '/a/../b', '/%7euser/%C3%a9', '/wiki/Caf%c3%a9', '//x', '/%%34%31'),
      fc.webPath(),
      fc.string({ maxLength: 12 }).map((text) => `/${text}`),
    ),
    query: fc.array(part, { maxLength: 6 }).map((parts) => (parts.length === 0 ? '' : `?${parts.join('&')}`)),
    hash: fc.constantFrom('', '#', '#top', '#:~:text=a,b', '#!/route'),
  })
  .map(({ scheme, user, host, path, query, hash }) => `${scheme}${user}${host}${path}${query}${hash}`);
const anything = fc.oneof(
  address,
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: ANY_CHARACTER, maxLength: 80 }),
);

describe('the canonical address', () => {
  it('of a canonical address is itself', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const once = canonicaliseUrl(text);
        if (once !== null) expect(canonicaliseUrl(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('is always a web address without fragment, name, password or what tracks, and never throws', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const canonical = canonicaliseUrl(text);
        if (canonical === null) return;
        const url = new URL(canonical);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password + url.hash).toBe('');
        expect(canonical).not.toContain('#');
        expect([...url.searchParams.keys()].some((name) => /^(?:utm_|gclid$|fbclid$)/i.test(name))).toBe(false);
        expect(canonical.length).toBeLessThanOrEqual(2000);
      }),
      { numRuns: 2000 },
    );
  });

  it('asks the same of the same host as the address itself, but for what tracks', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const canonical = canonicaliseUrl(text);
        if (canonical === null) return;
        const [from, to] = [new URL(text), new URL(canonical)];
        expect(to.protocol).toBe(from.protocol);
        expect(to.host).toBe(from.host.replace(/^([a-z-]+)\.m\.wikipedia\.org$/, '$1.wikipedia.org'));
        expect(to.pathname.toUpperCase()).toBe(from.pathname.toUpperCase());
        const [all, kept] = [from, to].map(({ search }) => search.slice(1).toUpperCase().split('&')) as [
          string[],
          string[],
        ];
        expect(kept.join('&')).toBe(all.filter((each) => each !== '' && kept.includes(each)).join('&'));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['HTTPS://Example.COM:443/a?utm_source=x&b=2&a=1&gclid=9#top', 'https://example.com/a?b=2&a=1'],
    ['https://example.com/?utm_campaign=spring', 'https://example.com/'],
    ['https://example.com/a?flag&&x=', 'https://example.com/a?flag&x='],
    ['https://example.com/a#:~:text=tide', 'https://example.com/a'],
    ['https://www.example.com/a/', 'https://www.example.com/a/'],
    ['http://example.com/', 'http://example.com/'],
    ['https://de.m.wikipedia.org/wiki/Caf%c3%a9', 'https://de.wikipedia.org/wiki/Caf%C3%A9'],
    ['https://de.wikipedia.org/wiki/Café', 'https://de.wikipedia.org/wiki/Caf%C3%A9'],
    ['https://m.example.com/', 'https://m.example.com/'],
    ['https://example.com/?ref=nav&q=a+b%20c', 'https://example.com/?ref=nav&q=a+b%20c'],
  ])('of %s is %s', (from, to) => expect(canonicaliseUrl(from)).toBe(to));

  it.each([
    '',
    'example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://me:secret@example.com/',
    'https://',
    `https://example.com/${'é'.repeat(1500)}`,
    `https://example.com/${'a'.repeat(2000)}`,
  ])('there is none of %j', (text) => expect(canonicaliseUrl(text)).toBeNull());
});
