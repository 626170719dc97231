import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Commit, Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { updateRunSummary } from '../../../../src/lib/agent/state/run-summary.ts';
import { packCommit, packSummary, unpackCommit, unpackSummary } from '../../../../src/lib/agent/store/packed-commit.ts';
import { anyFrames } from '../log-arbitraries.ts';

/** As the browser stores it. */
const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const label = fc.record({
  integrity: fc.constantFrom('system', 'user', 'untrusted'),
  confidentiality: fc.constantFrom('public', 'private'),
  origin: fc.constantFrom('user', 'model', 'https://a.example'),
}) as fc.Arbitrary<Frame['labels']>;
/** What every frame has, in all its forms. */
const envelope = fc.record({
  labels: label,
  at: fc.nat(3),
  product: fc.constantFrom('1', '2'),
  agentId: fc.constantFrom('main', 'tutor'),
  correlationId: fc.constantFrom(null, 'r/1'),
  parentId: fc.constantFrom(null, 'r/0', 'r/7', 'r/07', 'r/x', 'other/3', '', 'r/'),
});

const commits: fc.Arbitrary<readonly Commit[]> = fc
  .tuple(anyFrames, fc.array(envelope, { minLength: 1, maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 4 })))
  .map(([frames, envelopes, sizes]) => {
    const mixed = frames.map((frame, seq) => ({
      ...frame,
      runId: 'r',
      id: `r/${String(seq)}`,
      seq,
      ...envelopes[seq % envelopes.length],
    }));
    const cut: Commit[] = [];
    for (let at = 0, nth = 0; at < mixed.length; nth += 1) {
      const [first, ...rest] = mixed.slice(at, at + (sizes[nth] ?? 2));
      if (first) cut.push([first, ...rest]);
      at += rest.length + 1;
    }
    return cut;
  });

it('a commit comes back from its stored form as it was, whatever its frames hold', () => {
  fc.assert(
    fc.property(commits, (all) => {
      const first = all[0]?.[0];
      for (const commit of all) {
        const stored = copy(packCommit(commit, commit[0] === first ? undefined : first));
        expect(unpackCommit('r', commit[0].seq, stored, commit[0] === first ? undefined : first)).toEqual(copy(commit));
      }
    }),
  );
});

it('so does a summary, and anything else is none', () => {
  fc.assert(
    fc.property(commits, (all) => {
      const summary = all.flat().reduce<ReturnType<typeof updateRunSummary> | null>(updateRunSummary, null);
      if (summary !== null) expect(unpackSummary('r', copy(packSummary(summary)))).toEqual(copy(summary));
    }),
  );
  for (const other of [undefined, null, {}, [], [1, 2], 'r']) expect(unpackSummary('r', other)).toBeNull();
});
