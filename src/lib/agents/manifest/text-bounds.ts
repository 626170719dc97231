/**
 * Bounds the size of a YAML text on its tokens, before nodes are composed: the composer recurses per level, and deeply
 * nested brackets would overflow the stack of the process.
 */
import type { CST } from 'yaml';
import type { ManifestFault } from '../../agent/manifest.ts';

/** Most levels of tokens; a manifest has three levels of one or two tokens each. */
const MAX_TOKEN_DEPTH = 20;
/** Most tokens; a manifest has fewer than 200. */
const MAX_TOKENS = 2000;

/** Returns the fault of a text that is too large or too deep, or null. */
export function findSizeFault(tokens: readonly CST.Token[]): ManifestFault | null {
  const waiting = tokens.map((token) => ({ token, depth: 0 }));
  let nodes = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    nodes += 1;
    if (nodes > MAX_TOKENS) return createSizeFault(`has more than ${MAX_TOKENS} parts`);
    if (at.depth > MAX_TOKEN_DEPTH) return createSizeFault(`is more than ${MAX_TOKEN_DEPTH} levels deep`);
    for (const token of listChildTokens(at.token)) waiting.push({ token, depth: at.depth + 1 });
  }
  return null;
}

function listChildTokens(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [...(key ? [key] : []), ...(value ? [value] : [])]);
}

const createSizeFault = (problem: string): ManifestFault => ({
  path: '',
  problem,
  hint: 'Write one manifest, and nothing else.',
});
