import { describe, expect, it } from 'vitest';
import type { Labels } from '../../../../src/lib/agent/frames/labels.ts';
import { MAX_UNASKED_BITS } from '../../../../src/lib/agent/egress/decide-egress.ts';
import { ENGINES, LINKED, OWN_TAB } from '../../../../src/lib/agent/egress/destinations.ts';
import {
  decideCall,
  resolveDestination,
  getPossibleGrant,
  type RatedTool,
  type Verdict,
} from '../../../../src/lib/agent/tool-calls/policy.ts';
import type { Tool } from '../../../../src/lib/agent/tool-calls/index.ts';
import { JOBS } from '../../../../src/lib/jobs/jobs.ts';
import { noDeeds, toyJob } from '../../../kit/runs/tools.ts';

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
  readonly own: boolean;
  readonly beyond: boolean;
  readonly granted: 'no' | 'this' | 'another tool' | 'a subdomain' | 'another origin';
}

const rows: readonly Row[] = TIERS.flatMap((tier) =>
  bools.flatMap((destructive) =>
    (['system', 'user', 'untrusted'] as const).flatMap((integrity) =>
      (['public', 'private'] as const).flatMap((confidentiality) =>
        (Object.keys(TARGETS) as Target[]).flatMap((target) =>
          bools.flatMap((named) =>
            bools.flatMap((own) =>
              bools.flatMap((beyond) =>
                (['no', 'this', 'another tool', 'a subdomain', 'another origin'] as const).map((granted) => ({
                  tier,
                  destructive,
                  integrity,
                  confidentiality,
                  target,
                  named,
                  own,
                  beyond,
                  granted,
                })),
              ),
            ),
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
  const { integrity, confidentiality, own } = row;
  const labels = { integrity, confidentiality, origin: 'x' };
  const origins = row.named ? [HERE, OWN_TAB, ENGINES, LINKED, ''] : [];
  const bits = MAX_UNASKED_BITS + (row.beyond ? 0.1 : 0);
  return decideCall(toolOf(row), { n: 1 }, { labels, origins, grants, own, bits });
}

/** What should hold, said once more and otherwise: whatever is not on the list of what may go unasked is asked. */
function oracle(row: Row): Verdict {
  if (row.tier === 'unheard-of') return 'deny';
  const clear = ['nowhere', 'web', 'tab', 'engines', 'linked'].includes(row.target);
  // a run may be granted its engines by a gesture; nothing grants its tab or its links
  const always = row.granted === 'this' && ['web', 'engines'].includes(row.target);
  const whole = row.named && row.target !== 'nowhere';
  const secret = row.confidentiality === 'private';
  // what the user named or allowed hears words of theirs, and others only while nothing private stands in the prompt
  const heard = (reached: boolean): boolean => reached && !row.beyond && (!secret || row.own);
  const byCode = row.integrity === 'system' && !secret;
  const unasked: Record<Exclude<Row['tier'], 'unheard-of'>, readonly boolean[]> = {
    pure: [row.target === 'nowhere', byCode],
    'private-read': [whole],
    'public-read': [row.integrity !== 'untrusted' && !secret, heard(always), heard(whole)],
    write: [byCode, heard(always)],
  };
  return !row.destructive && clear && unasked[row.tier].includes(true) ? 'allow' : 'ask';
}

describe('the policy', () => {
  it('[R9.1] [R11.6] gives, for every kind of call, prompt, destination, grant and text, the verdict of the table', () => {
    expect(rows.length).toBe(5 * 2 * 3 * 2 * 9 * 2 * 2 * 2 * 5);
    const wrong = rows.filter((row) => verdictOf(row) !== oracle(row));
    expect(wrong.slice(0, 5).map((row) => ({ ...row, was: verdictOf(row), should: oracle(row) }))).toEqual([]);
  });

  it('never allows what destroys, whoever decided it and whatever was granted', () => {
    for (const row of rows.filter(({ destructive }) => destructive)) expect(verdictOf(row)).not.toBe('allow');
  });

  it('denies a tool that does not exist', () => {
    const grants = [{ tool: 'tool', origin: HERE }];
    const labels = { integrity: 'system', confidentiality: 'public', origin: 'x' } as const;
    for (const tool of [null, undefined])
      expect(decideCall(tool, {}, { labels, origins: [OWN_TAB], grants, own: true, bits: 0 })).toBe('deny');
  });

  it('takes labels that are worse for no better verdict', () => {
    const rank = { allow: 0, ask: 1, deny: 2 } as const;
    const worse: readonly Partial<Row>[] = [
      { integrity: 'untrusted' },
      { confidentiality: 'private' },
      { own: false },
      { beyond: true },
    ];
    const wrong = rows.filter((row) =>
      worse.some((change) => rank[verdictOf({ ...row, ...change })] < rank[verdictOf(row)]),
    );
    expect(wrong).toEqual([]);
  });
});

describe('“always”', () => {
  it('can be said of a web origin alone, never of what destroys nor where it would not hold', () => {
    const prompt = { confidentiality: 'public' } as const;
    for (const target of Object.keys(TARGETS) as Target[]) {
      const tool = toolOf({ tier: 'write', destructive: false, target });
      expect(getPossibleGrant(tool, {}, prompt), target).toEqual(
        target === 'web' ? { tool: 'tool', origin: HERE } : null,
      );
      expect(getPossibleGrant(toolOf({ tier: 'write', destructive: true, target }), {}, prompt)).toBeNull();
      expect(getPossibleGrant(tool, {}, { confidentiality: 'private' })).toBeNull();
    }
    expect(getPossibleGrant(null, {}, prompt)).toBeNull();
  });
});

const shipped = Object.values(JOBS).flatMap(({ registry }) => [...registry.tools.values()]);

const shippedNames = new Set(shipped.map(({ definition }) => definition.name));

describe('a tool', () => {
  it.each(
    [...shipped, ...toyJob({ deeds: noDeeds() }).registry.tools.values()].map(
      (tool) => [tool.definition.name, tool] as const,
    ),
  )(
    '%s is of a tier that agrees with its annotations',
    (_, { tier, definition: { annotations }, getDestination: destination, getDeparture }) => {
      expect(annotations.readOnly).toBe(tier !== 'write');
      if (annotations.destructive) expect(tier).toBe('write');
      if (tier === 'pure' || tier === 'private-read') expect(annotations.openWorld).toBe(false);
      if (tier === 'public-read') expect(annotations.openWorld).toBe(true);
      if (shippedNames.has(_)) expect(getDeparture !== undefined).toBe(annotations.openWorld);
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
