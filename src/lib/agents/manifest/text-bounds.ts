/**
 * How much a YAML text may hold. The one rule: it is measured on tokens, before anything follows them into one another: what makes
 * nodes of them calls itself for each level, and a text of nothing but opening brackets would take the whole process down.
 */
import type { CST } from 'yaml';
import type { Fault } from '../../agent/manifest.ts';

/** Levels of a manifest as a text: it has three, each a token or two deep. */
const MOST_DEPTH = 20;
/** Nodes of a manifest: it has less than 200. */
const MOST_NODES = 2000;

/** What is too much about it; null for nothing. */
export function sizeFault(tokens: readonly CST.Token[]): Fault | null {
  const waiting = tokens.map((token) => ({ token, depth: 0 }));
  let nodes = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    nodes += 1;
    if (nodes > MOST_NODES) return tooMuch(`has more than ${MOST_NODES} parts`);
    if (at.depth > MOST_DEPTH) return tooMuch(`is more than ${MOST_DEPTH} levels deep`);
    for (const token of within(at.token)) waiting.push({ token, depth: at.depth + 1 });
  }
  return null;
}

function within(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [...(key ? [key] : []), ...(value ? [value] : [])]);
}

const tooMuch = (problem: string): Fault => ({ path: '', problem, cure: 'Write one manifest, and nothing else.' });
