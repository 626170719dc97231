/** Decides whether a call is allowed: pure, evaluated before plan and execution (SAFETY D2). */
import { decideEgress, type Egress } from '../egress/decide-egress.ts';
import { getWebOrigin, isDestination, LINKED, OWN_TAB, UNREADABLE } from '../egress/destinations.ts';
import type { Args } from '../frames/decision.ts';
import type { Labels } from '../frames/labels.ts';
import type { Grant } from '../frames/spec.ts';
import type { Tool } from './tool.ts';

/** `pure`: the run's data. `public-read`: what anyone may see. `private-read`: what only the user sees. */
const TIERS = ['pure', 'public-read', 'private-read', 'write'] as const;
export type Tier = (typeof TIERS)[number];

export type Verdict = 'allow' | 'ask' | 'deny';

export type RatedTool = Pick<Tool, 'tier'> & {
  readonly getDestination?: (args: Args) => string | null;
  readonly definition: { readonly name: string; readonly annotations: { readonly destructive: boolean } };
};

interface CallFacts extends Pick<Egress, 'own' | 'bits'> {
  /** Worst of the deciding prompt; rules have none. */
  readonly labels: Labels;
  /** Destinations from the user's gestures and words. */
  readonly origins: readonly string[];
  /** What the user allowed permanently. */
  readonly grants: readonly Grant[];
}

export function decideCall(
  tool: RatedTool | null | undefined,
  args: Args,
  { labels, origins, grants, own, bits }: CallFacts,
): Verdict {
  if (!tool || !TIERS.includes(tool.tier)) return 'deny';
  const to = resolveDestination(tool, args);
  if (tool.definition.annotations.destructive || to === UNREADABLE) return 'ask';
  const named = to !== null && origins.includes(to);
  const granted =
    to !== OWN_TAB &&
    to !== LINKED &&
    grants.some((grant) => grant.tool === tool.definition.name && grant.origin === to);
  switch (tool.tier) {
    case 'pure':
      // with a destination only what code decided, such as an agent that the user chose
      return to === null ? 'allow' : decideEgress({ kind: 'write', labels, named: false, granted: false, own, bits });
    case 'private-read':
      return named ? 'allow' : 'ask';
    case 'public-read':
      return decideEgress({ kind: 'read', labels, named, granted, own, bits });
    case 'write':
      return decideEgress({ kind: 'write', labels, named, granted, own, bits });
  }
}

/** An origin or a destination of the run; null for none, {@link UNREADABLE} if unknown. */
export function resolveDestination({ getDestination }: Pick<RatedTool, 'getDestination'>, args: Args): string | null {
  if (!getDestination) return null;
  try {
    const to = getDestination(args);
    return to === null || isDestination(to) ? to : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** What “always” would allow; null if only once is possible, as where private text stands in the prompt. */
export function getPossibleGrant(
  tool: RatedTool | null | undefined,
  args: Args,
  { confidentiality }: Pick<Labels, 'confidentiality'>,
): Grant | null {
  if (!tool || tool.definition.annotations.destructive || confidentiality === 'private') return null;
  const origin = resolveDestination(tool, args);
  return origin === null || getWebOrigin(origin) === UNREADABLE ? null : { tool: tool.definition.name, origin };
}
