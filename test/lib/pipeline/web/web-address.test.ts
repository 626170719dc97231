import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOT_PUBLIC_PATTERNS, PRIVATE_NAMES } from '../../../../src/lib/pipeline/web/private-hosts.ts';
import { findAddressProblem, isPublicAddress } from '../../../../src/lib/pipeline/web/web-address.ts';
import { BLOCKED, BLOCKED_V4, BLOCKED_V6, PUBLIC } from '../../../kit/addresses.ts';

const stoppedAtAHop = (address: string): boolean =>
  NOT_PUBLIC_PATTERNS.some((rule) => new RegExp(rule, 'i').test(new URL(address).href));

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
    const hops = BLOCKED.filter((address) => /^https?:/i.test(address.trim()) && URL.canParse(address));
    // credentials in a redirect are refused by `fetch` itself
    const hosts = hops.filter((address) => (findAddressProblem(address) ?? '').startsWith('private'));
    expect(hosts.length).toBeGreaterThan(180);
    expect(hosts.filter((address) => !stoppedAtAHop(address))).toEqual([]);
  });

  it('let every public name pass', () => {
    const names = PUBLIC.filter((address) => !/^(?:\[|[\d.]+$)/.test(new URL(address).hostname));
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter(stoppedAtAHop)).toEqual([]);
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
    fc.string({ unit: 'binary' }).map((text) => `http://${text}/`),
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
