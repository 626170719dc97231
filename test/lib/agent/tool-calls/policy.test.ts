import { describe, expect, it } from 'vitest';
import type { Labels } from '../../../../src/lib/agent/frames/labels.ts';
import {
  decideCall,
  resolveDestination,
  ENGINES,
  getPossibleGrant,
  LINKED,
  OWN_TAB,
  type RatedTool,
  type Verdict,
} from '../../../../src/lib/agent/tool-calls/policy.ts';
import type { Tool } from '../../../../src/lib/agent/tool-calls/index.ts';
import { JOBS } from '../../../../src/lib/jobs/jobs.ts';
import { noDeeds, toyJob } from '../../../kit/tools.ts';

const bools = [false, true] as const;
const HERE = 'https://here.example';
const TIERS = ['pure', 'public-read', 'private-read', 'write', 'unheard-of'] as const;
/** Where the call goes, as its tool says it. */
const TARGETS = {
  nowhere: null,
  web: HERE,
  tab: OWN_TAB,
  engines: ENGINES,
  linked: LINKED,
  unclear: '',
  'an address and not an origin': `${HERE}/path`,
  'no web address': 'data:',
  'a tool that cannot say': new Error('no'),
} as const;
type Target = keyof typeof TARGETS;

interface Row {
  readonly tier: (typeof TIERS)[number];
  readonly destructive: boolean;
  readonly integrity: Labels['integrity'];
  readonly confidentiality: Labels['confidentiality'];
  readonly target: Target;
  readonly named: boolean;
  readonly granted: 'no' | 'this' | 'another tool' | 'a subdomain' | 'another origin';
}

const rows: readonly Row[] = TIERS.flatMap((tier) =>
  bools.flatMap((destructive) =>
    (['system', 'user', 'untrusted'] as const).flatMap((integrity) =>
      (['public', 'private'] as const).flatMap((confidentiality) =>
        (Object.keys(TARGETS) as Target[]).flatMap((target) =>
          bools.flatMap((named) =>
            (['no', 'this', 'another tool', 'a subdomain', 'another origin'] as const).map((granted) => ({
              tier,
              destructive,
              integrity,
              confidentiality,
              target,
              named,
              granted,
            })),
          ),
        ),
      ),
    ),
  ),
);

function toolOf({ tier, destructive, target }: Pick<Row, 'tier' | 'destructive' | 'target'>): RatedTool {
  const to = TARGETS[target];
  return {
    tier: tier as Tool['tier'],
    definition: { name: 'tool', annotations: { destructive } },
    getDestination() {
      if (to instanceof Error) throw to;
      return to;
    },
  };
}

function verdictOf(row: Row): Verdict {
  const to = TARGETS[row.target];
  const origin = typeof to === 'string' ? to : '';
  const grants = {
    no: [],
    this: [{ tool: 'tool', origin }],
    'another tool': [{ tool: 'other', origin }],
    'a subdomain': [{ tool: 'tool', origin: `https://sub.${origin.slice(8)}` }],
    'another origin': [{ tool: 'tool', origin: 'https://there.example' }],
  }[row.granted];
  const { integrity, confidentiality } = row;
  const labels = { integrity, confidentiality, origin: 'x' };
  return decideCall(toolOf(row), { n: 1 }, labels, row.named ? [HERE, OWN_TAB, ENGINES, LINKED, ''] : [], grants);
}

/** What should hold, said once more and otherwise: whatever is not on the list of what may go unasked is asked. */
function oracle(row: Row): Verdict {
  if (row.tier === 'unheard-of') return 'deny';
  const clear = ['nowhere', 'web', 'tab', 'engines', 'linked'].includes(row.target);
  // a run may be granted its engines by a gesture; nothing grants its tab or its links
  const always = row.granted === 'this' && ['web', 'engines'].includes(row.target);
  const whole = row.named && row.target !== 'nowhere';
  const unasked: Record<Exclude<Row['tier'], 'unheard-of'>, readonly boolean[]> = {
    pure: [row.target === 'nowhere'],
    'private-read': [whole],
    'public-read': [row.integrity !== 'untrusted', always, whole && row.confidentiality === 'public'],
    write: [row.integrity === 'system', always],
  };
  return !row.destructive && clear && unasked[row.tier].includes(true) ? 'allow' : 'ask';
}

describe('the policy', () => {
  it('[R9.1] gives, for every kind of call, prompt, destination and grant, the verdict of the table', () => {
    expect(rows.length).toBe(5 * 2 * 3 * 2 * 9 * 2 * 5);
    const wrong = rows.filter((row) => verdictOf(row) !== oracle(row));
    expect(wrong.slice(0, 5).map((row) => ({ ...row, was: verdictOf(row), should: oracle(row) }))).toEqual([]);
  });

  it('never allows what destroys, whoever decided it and whatever was granted', () => {
    for (const row of rows.filter(({ destructive }) => destructive)) expect(verdictOf(row)).not.toBe('allow');
  });

  it('denies a tool that does not exist', () => {
    const grants = [{ tool: 'tool', origin: HERE }];
    const labels = { integrity: 'system', confidentiality: 'public', origin: 'x' } as const;
    for (const tool of [null, undefined]) expect(decideCall(tool, {}, labels, [OWN_TAB], grants)).toBe('deny');
  });

  it('takes labels that are worse for no better verdict', () => {
    const rank = { allow: 0, ask: 1, deny: 2 } as const;
    for (const row of rows) {
      expect(rank[verdictOf({ ...row, integrity: 'untrusted' })]).toBeGreaterThanOrEqual(rank[verdictOf(row)]);
      expect(rank[verdictOf({ ...row, confidentiality: 'private' })]).toBeGreaterThanOrEqual(rank[verdictOf(row)]);
    }
  });
});

describe('“always”', () => {
  it('can be said of a web origin alone, and never of what destroys', () => {
    for (const target of Object.keys(TARGETS) as Target[]) {
      const grant = getPossibleGrant(toolOf({ tier: 'write', destructive: false, target }), {});
      expect(grant, target).toEqual(target === 'web' ? { tool: 'tool', origin: HERE } : null);
      expect(getPossibleGrant(toolOf({ tier: 'write', destructive: true, target }), {})).toBeNull();
    }
    expect(getPossibleGrant(null, {})).toBeNull();
  });
});

const shipped = Object.values(JOBS).flatMap(({ registry }) => [...registry.tools.values()]);

describe('a tool', () => {
  it.each(
    [...shipped, ...toyJob({ deeds: noDeeds() }).registry.tools.values()].map(
      (tool) => [tool.definition.name, tool] as const,
    ),
  )(
    '%s is of a tier that agrees with its annotations',
    (_, { tier, definition: { annotations }, getDestination: destination }) => {
      expect(annotations.readOnly).toBe(tier !== 'write');
      if (annotations.destructive) expect(tier).toBe('write');
      if (tier === 'pure' || tier === 'private-read') expect(annotations.openWorld).toBe(false);
      if (tier === 'public-read') expect(annotations.openWorld).toBe(true);
      if (tier === 'pure') expect(destination).toBeUndefined();
      if (tier === 'private-read' || annotations.openWorld) expect(destination).toBeDefined();
    },
  );

  it.each([
    ['https://Example.org:443/a?b#c', 'https://example.org'],
    ['http://example.org:8080', 'http://example.org:8080'],
    ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example'],
    ['https://sub.example.org', 'https://sub.example.org'],
    ['https://user:pass@example.org/', ''],
    ['https://bank.example@evil.example/', ''],
    ['javascript:alert(1)', ''],
    ['data:text/html,hi', ''],
    ['blob:https://example.org/1', ''],
    ['//example.org', ''],
    ['example.org', ''],
    ['', ''],
    [7, ''],
    [null, ''],
  ])('open_link with %j reaches %j', (url, origin) => {
    const open = shipped.find(({ definition }) => definition.name === 'open_link');
    expect(open && resolveDestination(open, { url })).toBe(origin);
  });
});
