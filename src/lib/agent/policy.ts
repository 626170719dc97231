/**
 * May this call be made? Pure, asked before every plan and once more before every effect, also after a resume (SAFETY D2).
 * The one rule: nothing depends on what a model says of itself; what is not allowed here is asked or denied.
 */
import type { Args } from './decision.ts';
import type { Labels } from './labels.ts';
import type { Grant } from './spec.ts';
import type { Tool } from './tool.ts';

/**
 * What a tool does to the world. `pure`: it works on what the run holds. `public-read`: it fetches what anybody may see.
 * `private-read`: it looks at what the person alone sees. `write`: all else.
 */
export const TIERS = ['pure', 'public-read', 'private-read', 'write'] as const;
export type Tier = (typeof TIERS)[number];

/** The tab that a person's gesture opened to the run: a destination like an origin, which every run has. */
export const OWN_TAB = 'tab:own';
/** The search engines that the person chose: a destination like an origin, which runs have whose person wants the web searched. */
export const ENGINES = 'engines:own';
/** An address out of the run's own link table (SAFETY D3): nobody composed it. */
export const LINKED = 'link:own';
/** The destination of a call whose arguments do not tell: it is never allowed unasked. */
export const UNREADABLE = '';

export type Verdict = 'allow' | 'ask' | 'deny';

/** What counts of a tool here. */
export type Rated = Pick<Tool, 'tier'> & {
  readonly destination?: (args: Args) => string | null;
  readonly definition: { readonly name: string; readonly annotations: { readonly destructive: boolean } };
};

/**
 * `labels`: the worst of what stood in the prompt that led to the call; a rule's own calls stand on nothing.
 * `origins`: what the person or a search named, and the run's own tab. `grants`: what the person allowed for good.
 */
export function decide(
  tool: Rated | null | undefined,
  args: Args,
  labels: Labels,
  origins: readonly string[],
  grants: readonly Grant[],
): Verdict {
  if (!tool || !TIERS.includes(tool.tier)) return 'deny';
  const to = destinationOf(tool, args);
  if (tool.definition.annotations.destructive || to === UNREADABLE) return 'ask';
  const named = to !== null && origins.includes(to);
  const granted =
    to !== OWN_TAB &&
    to !== LINKED &&
    grants.some((grant) => grant.tool === tool.definition.name && grant.origin === to);
  switch (tool.tier) {
    case 'pure':
      return to === null ? 'allow' : 'ask'; // one that reaches somewhere is not what it says it is
    case 'private-read':
      return named ? 'allow' : 'ask';
    case 'public-read':
      // words go out with every request: what was read must not leave because what was read said so
      if (labels.integrity !== 'untrusted' || granted) return 'allow';
      return named && labels.confidentiality === 'public' ? 'allow' : 'ask';
    case 'write':
      return labels.integrity === 'system' || granted ? 'allow' : 'ask';
  }
}

/** What a run has of its own: a destination, and no origin. */
const OWN: ReadonlySet<string> = new Set([OWN_TAB, ENGINES, LINKED]);

/** Where a call reaches: an origin, what a run has of its own, null for nowhere, {@link UNREADABLE} where nobody can tell. */
export function destinationOf({ destination }: Pick<Rated, 'destination'>, args: Args): string | null {
  if (!destination) return null;
  try {
    const to = destination(args);
    return to === null || OWN.has(to) || webOrigin(to) === to ? to : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** What “always” would allow for such a call; null where it can be allowed for this once alone. */
export function grantFor(tool: Rated | null | undefined, args: Args): Grant | null {
  if (!tool || tool.definition.annotations.destructive) return null;
  const origin = destinationOf(tool, args);
  return origin === null || webOrigin(origin) === UNREADABLE ? null : { tool: tool.definition.name, origin };
}

/** The origin of a web address; {@link UNREADABLE} for what is none, or carries a name and a password. */
export function webOrigin(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return UNREADABLE;
  const { protocol, username, password, origin } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? origin : UNREADABLE;
}
