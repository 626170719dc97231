import { describe, expect, it } from 'vitest';
import type { Labels } from '../../../src/lib/agent/labels.ts';
import { decide, type Verdict } from '../../../src/lib/agent/policy.ts';
import type { ToolAnnotations } from '../../../src/lib/agent/tools.ts';

const bools = [false, true];
const labels: readonly Labels[] = (['system', 'user', 'untrusted'] as const).flatMap((integrity) =>
  (['public', 'private'] as const).map((confidentiality) => ({ integrity, confidentiality, origin: 'x' })),
);
const tools: readonly ToolAnnotations[] = bools.flatMap((readOnly) =>
  bools.flatMap((destructive) =>
    bools.flatMap((idempotent) =>
      bools.map((openWorld) => ({ title: 't', readOnly, destructive, idempotent, openWorld })),
    ),
  ),
);

/** What should hold, said once more and otherwise: as a list of reasons to ask. */
function oracle(tool: ToolAnnotations, from: Labels): Verdict {
  const byRule = from.integrity === 'system';
  const reasons = [
    tool.destructive,
    !tool.readOnly && !byRule,
    tool.openWorld && from.integrity === 'untrusted' && from.confidentiality === 'private',
  ];
  return reasons.includes(true) ? 'ask' : 'allow';
}

describe('the policy', () => {
  it('gives, for every kind of tool and of prompt, the verdict of the table', () => {
    expect(tools.length * labels.length).toBe(96);
    for (const annotations of tools) {
      for (const from of labels)
        expect(decide({ annotations, labels: from }), JSON.stringify({ annotations, from })).toBe(
          oracle(annotations, from),
        );
    }
  });

  it('never allows what destroys, whoever decided it', () => {
    for (const annotations of tools.filter(({ destructive }) => destructive)) {
      for (const from of labels) expect(decide({ annotations, labels: from })).toBe('ask');
    }
  });

  it('denies a tool that does not exist', () => {
    for (const from of labels) expect(decide({ annotations: null, labels: from })).toBe('deny');
  });
});
