import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { BLOCKED, PUBLIC } from '../../kit/web/addresses.ts';
import { parseUrl } from '../../../src/lib/base/urls.ts';

type Rule = chrome.declarativeNetRequest.Rule;

/** What the browser does with session rules: they stay, and of those that match, the one of highest priority decides. */
function browser() {
  let rules: readonly Rule[] = [];
  const declarativeNetRequest = {
    getSessionRules: () => Promise.resolve(rules),
    updateSessionRules({ removeRuleIds = [], addRules = [] }: chrome.declarativeNetRequest.UpdateRuleOptions) {
      rules = [...rules.filter(({ id }) => !removeRuleIds.includes(id)), ...addRules];
      return Promise.resolve();
    },
  };
  vi.stubGlobal('chrome', { declarativeNetRequest, runtime: { id: 'abcdefghijklmnopabcdefghijklmnop' } });
  const passes = (address: string): boolean => {
    const { href } = new URL(address);
    const matching = rules.filter(({ condition }) => new RegExp(condition.regexFilter ?? '$.', 'i').test(href));
    const [first] = [...matching].sort((a, b) => (b.priority ?? 1) - (a.priority ?? 1));
    return first?.action.type !== 'block';
  };
  return { passes };
}

/** As a worker that has just started has it. */
async function started() {
  vi.resetModules();
  return import('../../../src/chrome/web/request-rules.ts');
}

let passes: (address: string) => boolean;
beforeEach(() => ({ passes } = browser()));

const web = [...BLOCKED, ...PUBLIC].filter((address) => /^https?:$/.test(parseUrl(address)?.protocol ?? ''));

it('a server that the person set up is reached wherever it is, and by its mark alone', async () => {
  const { markOwnAddress, installRequestRules } = await started();
  await installRequestRules();
  expect(passes('http://192.168.0.7:8080/search')).toBe(false);
  for (const address of web) expect(passes(await markOwnAddress(address)), address).toBe(true);
  // a public one that is named by its number is refused to pages, and is a rented machine to a user
  expect(passes(await markOwnAddress('http://203.0.114.9:8000/v1/chat/completions'))).toBe(true);
});

it('however long the question is that is asked of it', async () => {
  const { markOwnAddress } = await started();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('http://localhost:8080', 'http://10.0.0.4', 'http://nas'),
      fc.nat(5000),
      async (origin, length) => {
        const address = `${origin}/search?q=${'%E6%B0%B4'.repeat(length)}`;
        expect(passes(await markOwnAddress(address))).toBe(true);
      },
    ),
  );
});

it('what no rule would stop is asked for as it is', async () => {
  const { markOwnAddress } = await started();
  expect(await markOwnAddress('https://api.example.com/v1#x')).toBe('https://api.example.com/v1#x');
});

it('a worker that starts again finds the rules in force, and goes on with their mark', async () => {
  const mark = await (await started()).installRequestRules();
  const again = await started();
  expect(passes('http://127.0.0.1/')).toBe(false); // before it has looked
  expect(await again.installRequestRules()).toBe(mark);
  expect(passes(`http://127.0.0.1/#${mark}`)).toBe(true);
  expect(passes(`http://127.0.0.1/#own-${'0'.repeat(32)}`)).toBe(false);
});
