import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatHostLetters } from '../../../src/sidepanel/asks/host-letters.ts';
import { parseUrl } from '../../../src/lib/base/urls.ts';

it('decodes what the browser encodes', () => {
  for (const host of ['bücher.example', 'аpple.example', '例え.テスト', 'a-b.münchen.de', '🦊.example'])
    expect(formatHostLetters(new URL(`https://${host}`).host)).toBe(host);
  expect(formatHostLetters('plain.example')).toBe('');
});

it('always ends, and encodes to the same host again where it decodes', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{0,30}$/), (label) => {
      const letters = formatHostLetters(`xn--${label}.example`);
      if (letters !== '' && parseUrl(`https://${letters}`))
        expect(new URL(`https://${letters}`).host.endsWith('.example')).toBe(true);
    }),
  );
});
