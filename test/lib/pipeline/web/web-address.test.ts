import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { NOT_PUBLIC_PATTERNS, PRIVATE_NAMES } from '../../../../src/lib/pipeline/web/private-hosts.ts';
import { findAddressProblem, isPublicAddress } from '../../../../src/lib/pipeline/web/web-address.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';
import { BLOCKED, BLOCKED_V4, BLOCKED_V6, PUBLIC } from '../../../kit/web/addresses.ts';
import { parseUrl } from '../../../../src/lib/base/urls.ts';

/** By the registries that ipaddr.js holds; and no page is published under IPv6 that is not global unicast. */
function isSpecial(literal: string): boolean {
  const ip = ipaddr.parse(literal);
  return ip.range() !== 'unicast' || (ip.kind() === 'ipv6' && !/^[23][0-9a-f]{3}:/.test(ip.toString()));
}

const RULES = NOT_PUBLIC_PATTERNS.map((rule) => new RegExp(rule, 'i'));
const stoppedAtAHop = (address: string): boolean => RULES.some((rule) => rule.test(new URL(address).href));

describe('an address that is not public', () => {
  it('is refused in each of more than two hundred forms', () => {
    expect(new Set(BLOCKED).size).toBe(BLOCKED.length);
    expect(BLOCKED.length).toBeGreaterThanOrEqual(200);
    expect(BLOCKED.filter(isPublicAddress)).toEqual([]);
  });

  it('is told apart by what is wrong with it', () => {
    expect(findAddressProblem('nonsense')).toBe('no-address');
    expect(findAddressProblem(`https://example.org/${'a'.repeat(2000)}`)).toBe('no-address');
    expect(findAddressProblem('file:///etc/passwd')).toBe('scheme');
    expect(findAddressProblem('https://me:secret@example.org/')).toBe('credentials');
    expect(findAddressProblem('http://0x7f.1/')).toBe('private-address');
    expect(findAddressProblem('http://printer/')).toBe('private-name');
  });

  it('is refused wherever it lies in a range, in every writing of IPv4', () => {
    const address = fc
      .constantFrom(...BLOCKED_V4)
      .chain(([base, bits]) => fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((offset) => base + offset));
    fc.assert(
      fc.property(address, (number) => {
        for (const writing of v4Writings(number))
          expect(findAddressProblem(`http://${writing}/`), writing).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('is refused wherever it lies in a range of IPv6, in every writing', () => {
    const address = fc
      .constantFrom(...BLOCKED_V6)
      .chain(([base, bits]) =>
        fc.bigInt({ min: 0n, max: 2n ** BigInt(128 - bits) - 1n }).map((offset) => base + offset),
      );
    fc.assert(
      fc.property(address, (number) => {
        for (const writing of v6Writings(number))
          expect(findAddressProblem(`http://[${writing}]/`), writing).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('is refused under every private name, however many labels, capitals and dots it has', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...PRIVATE_NAMES),
        fc.array(label, { maxLength: 4 }),
        fc.boolean(),
        fc.constantFrom('', '.', '..'),
        (name, labels, loud, dots) => {
          const host = [...labels, name].join('.') + dots;
          expect(isPublicAddress(`https://${loud ? host.toUpperCase() : host}:8080/x`)).toBe(false);
        },
      ),
    );
  });
});

describe('a public address', () => {
  it('is let through', () => {
    expect(PUBLIC.length).toBeGreaterThanOrEqual(60);
    expect(PUBLIC.filter((address) => findAddressProblem(address) !== null)).toEqual([]);
  });

  it('is let through beside every blocked range of IPv4', () => {
    const blocked = (number: number): boolean =>
      BLOCKED_V4.some(([base, bits]) => number >= base && number < base + 2 ** (32 - bits));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (number) => {
        expect(isPublicAddress(`http://${String(number)}/`)).toBe(!blocked(number));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the browser’s own rules', () => {
  it('stop every blocked address at a hop that the browser can parse', () => {
    const hops = BLOCKED.filter((address) => /^https?:/i.test(address.trim()) && parseUrl(address));
    // credentials in a redirect are refused by `fetch` itself
    const hosts = hops.filter((address) => (findAddressProblem(address) ?? '').startsWith('private'));
    expect(hosts.length).toBeGreaterThan(180);
    expect(hosts.filter((address) => !stoppedAtAHop(address))).toEqual([]);
  });

  it('let every public address pass, literal ones too', () => {
    expect(PUBLIC.filter(stoppedAtAHop)).toEqual([]);
  });

  it('say of every literal address what the guard says, and both what the registries say', () => {
    const v4 = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc
        .tuple(fc.constantFrom(...BLOCKED_V4), fc.constantFrom(-1, 0, 1), fc.boolean())
        .map(([[base, bits], beside, end]) => (base + (end ? 2 ** (32 - bits) - 1 : 0) + beside + 2 ** 32) % 2 ** 32),
    );
    const v6 = fc
      .oneof(
        fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
        fc.bigInt({ min: 0x2000n << 112n, max: (0x4000n << 112n) - 1n }),
        fc
          .tuple(fc.constantFrom(0x2001n, 0x3fffn), fc.bigInt({ min: 0n, max: 2n ** 112n - 1n }))
          .map(([a, b]) => (a << 112n) + b),
        fc
          .tuple(fc.constantFrom(...BLOCKED_V6), fc.constantFrom(-1n, 0n, 1n), fc.boolean())
          .map(([[base, bits], beside, end]) =>
            BigInt.asUintN(128, base + (end ? 2n ** BigInt(128 - bits) - 1n : 0n) + beside),
          ),
        // runs of zeros, which browsers leave out
        fc
          .array(fc.constantFrom(0n, 1n, 0xffn, 0x2001n, 0x1ffn, 0x200n, 0x3fffn), { minLength: 8, maxLength: 8 })
          .map((parts) => parts.reduce<bigint>((sum, part) => (sum << 16n) + part, 0n)),
      )
      .map((number) => `[${number.toString(16).padStart(32, '0').match(/.{4}/g)?.join(':') ?? ''}]`);
    const check = (host: string): void => {
      const address = `https://${host}/a?b=1`;
      const { hostname } = new URL(address);
      const isRefused = findAddressProblem(address) !== null;
      expect(stoppedAtAHop(address), hostname).toBe(isRefused);
      expect(isRefused, hostname).toBe(isSpecial(hostname.replace(/^\[|\]$/g, '')));
    };
    fc.assert(fc.property(v4.map(String), check), { numRuns: 2000 });
    fc.assert(fc.property(v6, check), { numRuns: 3000 });
  });

  it('stop whatever the guard refuses, of any host', () => {
    const host = fc.oneof(
      fc.webAuthority({ withIPv4: true, withIPv6: true, withIPv4Extended: true, withPort: true }),
      fc.stringMatching(/^[a-z0-9.-]{1,20}$/),
      fc.tuple(fc.domain(), fc.constantFrom(...PRIVATE_NAMES)).map(([domain, name]) => `${domain}.${name}`),
    );
    fc.assert(
      fc.property(host, fc.webPath(), (authority, path) => {
        const address = `http://${authority}${path}`;
        const why = findAddressProblem(address);
        if (why === 'private-address' || why === 'private-name') expect(stoppedAtAHop(address)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

it('never throws, and says the same of an address as of how the browser writes it', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string({ unit: ANY_CHARACTER }).map((text) => `http://${text}/`),
  );
  fc.assert(
    fc.property(anything, (address) => {
      const why = findAddressProblem(address);
      if (why !== 'no-address') expect(findAddressProblem(new URL(address).href.slice(0, 2000))).toBe(why);
    }),
    { numRuns: 1000 },
  );
});

/** One number of 32 bits in the writings that browsers read. */
function v4Writings(number: number): string[] {
  const octets = [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256);
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  const wide = octets.join('.').replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  return [
    octets.join('.'),
    `${octets.join('.')}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
    octets.map((octet) => `0${octet.toString(8)}`).join('.'),
    `${String(a)}.${String(b * 65_536 + c * 256 + d)}`,
    `${String(a)}.${String(b)}.${String(c * 256 + d)}`,
    wide,
    octets.join('。'),
    `[::ffff:${octets.join('.')}]`,
    `[::${octets.join('.')}]`,
    `[64:ff9b::${octets.join('.')}]`,
    `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::1]`,
  ];
}

/** One number of 128 bits: as the parser writes it, in full, in capitals. */
function v6Writings(number: bigint): string[] {
  const parts = Array.from({ length: 8 }, (_, i) => Number((number >> BigInt(16 * (7 - i))) & 0xffffn));
  const full = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
  return [parts.map((part) => part.toString(16)).join(':'), full, full.toUpperCase()];
}
