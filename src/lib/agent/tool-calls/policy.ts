/** Decides whether a call is allowed: pure, evaluated before plan and execution (SAFETY D2). */
import type { Args } from '../frames/decision.ts';
import type { Labels } from '../frames/labels.ts';
import type { Grant } from '../frames/spec.ts';
import type { Tool } from './tool.ts';

/** `pure`: the run's data. `public-read`: what anyone may see. `private-read`: what only the user sees. */
export const TIERS = ['pure', 'public-read', 'private-read', 'write'] as const;
export type Tier = (typeof TIERS)[number];

/** The tab opened to the run by the user's gesture. */
export const OWN_TAB = 'tab:own';
/** Engines the user chose; only in runs whose user wants web search. */
export const ENGINES = 'engines:own';
/** A URL from the run's link table (SAFETY D3), composed by no model. */
export const LINKED = 'link:own';
/** Unknown destination; never allowed without asking. */
export const UNREADABLE = '';

export type Verdict = 'allow' | 'ask' | 'deny';

export type RatedTool = Pick<Tool, 'tier'> & {
  readonly getDestination?: (args: Args) => string | null;
  readonly definition: { readonly name: string; readonly annotations: { readonly destructive: boolean } };
};

/** `labels`: worst of the deciding prompt; rules have none. `grants`: what the user allowed permanently. */
export function decideCall(
  tool: RatedTool | null | undefined,
  args: Args,
  labels: Labels,
  origins: readonly string[],
  grants: readonly Grant[],
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
      return to === null ? 'allow' : 'ask'; // a pure tool with a destination is mislabelled
    case 'private-read':
      return named ? 'allow' : 'ask';
    case 'public-read':
      // requests send data out: untrusted content must not cause that
      if (labels.integrity !== 'untrusted' || granted) return 'allow';
      return named && labels.confidentiality === 'public' ? 'allow' : 'ask';
    case 'write':
      return labels.integrity === 'system' || granted ? 'allow' : 'ask';
  }
}

const RUN_DESTINATIONS: ReadonlySet<string> = new Set([OWN_TAB, ENGINES, LINKED]);

/** An origin or a destination of the run; null for none, {@link UNREADABLE} if unknown. */
export function resolveDestination({ getDestination }: Pick<RatedTool, 'getDestination'>, args: Args): string | null {
  if (!getDestination) return null;
  try {
    const to = getDestination(args);
    return to === null || RUN_DESTINATIONS.has(to) || getWebOrigin(to) === to ? to : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** What “always” would allow; null if only once is possible. */
export function getPossibleGrant(tool: RatedTool | null | undefined, args: Args): Grant | null {
  if (!tool || tool.definition.annotations.destructive) return null;
  const origin = resolveDestination(tool, args);
  return origin === null || getWebOrigin(origin) === UNREADABLE ? null : { tool: tool.definition.name, origin };
}

/** {@link UNREADABLE} for anything but web URLs and for URLs with credentials. */
export function getWebOrigin(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return UNREADABLE;
  const { protocol, username, password, origin } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? origin : UNREADABLE;
}
