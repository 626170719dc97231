/**
 * Decides whether a call is allowed. Pure; evaluated before every plan and again before every execution, also after a
 * resume
 * (SAFETY D2). Nothing depends on what a model claims about itself; what is not allowed is asked or denied.
 */
import type { Args } from '../frames/decision.ts';
import type { Labels } from '../frames/labels.ts';
import type { Grant } from '../frames/spec.ts';
import type { Tool } from './tool.ts';

/**
 * Access level of a tool. `pure`: works on data of the run. `public-read`: fetches what anyone may see. `private-read`:
 * reads
 * what only the user sees. `write`: everything else.
 */
export const TIERS = ['pure', 'public-read', 'private-read', 'write'] as const;
export type Tier = (typeof TIERS)[number];

/** Destination of the tab that the user opened to the run by a gesture. Every run has it. */
export const OWN_TAB = 'tab:own';
/** Destination of the search engines that the user chose. Only runs whose user wants the web searched have it. */
export const ENGINES = 'engines:own';
/** Destination of a URL from the run's own link table (SAFETY D3), which no model composed. */
export const LINKED = 'link:own';
/** Destination of a call whose arguments do not tell it; never allowed without asking. */
export const UNREADABLE = '';

export type Verdict = 'allow' | 'ask' | 'deny';

/** The parts of a tool that the policy looks at. */
export type RatedTool = Pick<Tool, 'tier'> & {
  readonly getDestination?: (args: Args) => string | null;
  readonly definition: { readonly name: string; readonly annotations: { readonly destructive: boolean } };
};

/**
 * `labels`: the worst labels in the prompt that led to the call; calls of rules have none. `origins`: what the user or
 * a
 * search named, and the run's own tab. `grants`: what the user allowed permanently.
 */
export function authorizeCall(
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
      // every request sends data out: untrusted content must not cause content to leave
      if (labels.integrity !== 'untrusted' || granted) return 'allow';
      return named && labels.confidentiality === 'public' ? 'allow' : 'ask';
    case 'write':
      return labels.integrity === 'system' || granted ? 'allow' : 'ask';
  }
}

/** Destinations of the run that are not origins. */
const RUN_DESTINATIONS: ReadonlySet<string> = new Set([OWN_TAB, ENGINES, LINKED]);

/** Returns where a call reaches: an origin, a destination of the run, null for none, {@link UNREADABLE} if unknown. */
export function resolveDestination({ getDestination }: Pick<RatedTool, 'getDestination'>, args: Args): string | null {
  if (!getDestination) return null;
  try {
    const to = getDestination(args);
    return to === null || RUN_DESTINATIONS.has(to) || getWebOrigin(to) === to ? to : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** Returns what “always” would allow for such a call; null if it can only be allowed once. */
export function getPossibleGrant(tool: RatedTool | null | undefined, args: Args): Grant | null {
  if (!tool || tool.definition.annotations.destructive) return null;
  const origin = resolveDestination(tool, args);
  return origin === null || getWebOrigin(origin) === UNREADABLE ? null : { tool: tool.definition.name, origin };
}

/** Returns the origin of a web URL; {@link UNREADABLE} for anything else and for URLs with credentials. */
export function getWebOrigin(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return UNREADABLE;
  const { protocol, username, password, origin } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? origin : UNREADABLE;
}
