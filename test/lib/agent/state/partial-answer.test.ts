import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../../src/lib/base/append-map.ts';
import { UNTRUSTED } from '../../../kit/tools.ts';
import { applyChanges, createSession } from '../../../../src/lib/agent/state/agent-state.ts';
import { selectBestPartial } from '../../../../src/lib/agent/state/partial-answer.ts';
import type { SettledReply } from '../../../../src/lib/agent/state/request-state.ts';

const PARTS = Array.from({ length: 12 }, (_, i) => ({ key: `2/1/${String(i)}`, text: `Part ${String(i)}.` }));

describe('the parts of a run that failed', () => {
  it('are said in their own order, in whatever order calls made side by side were answered [R6.5b]', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(PARTS, { minLength: 1 }), (settled) => {
        const replies = settled.reduce(
          (ledger, { key, text }) =>
            ledger.with(key, { text, calls: [], finish: 'stop', purpose: 'part', labels: UNTRUSTED }),
          Ledger.empty<SettledReply>(),
        );
        const said = PARTS.filter((part) => settled.includes(part)).map(({ text }) => text);
        expect(selectBestPartial(applyChanges(createSession(), { request: { replies } }))).toBe(said.join('\n\n'));
      }),
    );
  });
});
