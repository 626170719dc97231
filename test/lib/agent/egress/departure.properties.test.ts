/** What is the user's own among addresses, held against a table that shares no code with the rule. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assessDeparture } from '../../../../src/lib/agent/egress/departure.ts';
import { getWebOrigin, LINKED } from '../../../../src/lib/agent/egress/destinations.ts';
import { createSession } from '../../../../src/lib/agent/state/agent-state.ts';
import { specOf } from '../../../kit/runs/world.ts';

/** What a user may type, and every form in which that may be sent. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  'https://a.example/x': ['https://a.example/x'],
  'https://a.example/x?utm_source=n': ['https://a.example/x?utm_source=n', 'https://a.example/x'],
  'https://b.example/y#part': ['https://b.example/y#part', 'https://b.example/y'],
  'HTTPS://C.example/z?q=1&fbclid=2': ['https://c.example/z?q=1&fbclid=2', 'https://c.example/z?q=1'],
  'http://d.example': ['http://d.example/'],
  'https://e.example/%c3%bc': ['https://e.example/%c3%bc', 'https://e.example/%C3%BC'],
};
const COMPOSED = [
  'https://a.example/x?utm_source=4711',
  'https://a.example/x#4711',
  'https://a.example/X',
  'https://b.example/y#4711',
  'https://c.example/z?q=1&fbclid=4711',
  'https://c.example/z?q=2',
  'https://e.example/%C3%bc',
  'https://f.example/',
];

it('is what was typed, letter for letter, and the choice among several counts [R11.6]', () => {
  const texts = [...Object.values(TYPED).flat(), ...COMPOSED];
  const anyTyped = fc.subarray(Object.keys(TYPED));
  const anyLabels = fc.record({ confidentiality: fc.constantFrom('private' as const, 'public' as const) });
  fc.assert(
    fc.property(anyTyped, fc.constantFrom(...texts), fc.boolean(), anyLabels, (typed, text, isLink, labels) => {
      const spec = specOf({ goal: `Compare ${typed.map((address) => `“${address}”, `).join('')}please.` });
      const forms = new Set(typed.flatMap((address) => TYPED[address] ?? []));
      const own = forms.has(text);
      const to = isLink ? LINKED : getWebOrigin(text);
      // nothing was read, so there are no links to choose from
      const bits = own && labels.confidentiality === 'private' ? Math.log2(forms.size) : 0;
      expect(assessDeparture(to, text, { ...createSession(), spec }, labels)).toEqual({ own, bits });
    }),
    { numRuns: 500 },
  );
});
