/** Finds the pieces of a quote with ellipses: in order, near each other and under one heading. */
import type { Range } from '../text/ranges.ts';
import { hasHeadingBetween } from './left-out.ts';
import type { Form } from './source-form.ts';

/** In characters, for all ellipses of one quote together. */
const MAX_LEFT_OUT = 600;
/** A page may repeat a piece endlessly. */
const MAX_TRIES = 100;

/** From `near` on first, then from the start. The longest piece is looked for, the others beside it. */
export function* iterateChains(
  form: Form,
  fragments: readonly string[],
  near: number,
): Generator<readonly Range[], void, undefined> {
  const longest = fragments.reduce(
    (best, fragment, k) => (fragment.length > (fragments[best]?.length ?? 0) ? k : best),
    0,
  );
  const anchor = fragments[longest] ?? '';
  let tries = 0;
  for (const [from, to] of near > 0 ? [[near, Infinity] as const, [0, near] as const] : [[0, Infinity] as const])
    for (let at = form.find(anchor, from); at !== -1 && at < to; at = form.find(anchor, at + 1)) {
      if ((tries += 1) > MAX_TRIES) return;
      const chain = findBeside(form, fragments, longest, at);
      if (chain !== null) yield chain;
    }
}

function findBeside(form: Form, fragments: readonly string[], longest: number, at: number): readonly Range[] | null {
  const chain: Range[] = [];
  let leftOut = 0;
  for (const fragment of fragments.slice(0, longest).toReversed()) {
    const next = chain[0]?.start ?? at;
    const start = form.findWithin(fragment, next - MAX_LEFT_OUT - fragment.length, next, 'last');
    if (start === -1) return null;
    chain.unshift({ start, end: start + fragment.length });
    leftOut += next - start - fragment.length;
  }
  for (const fragment of fragments.slice(longest)) {
    const last = chain.at(-1)?.end ?? at;
    const from = chain.length === longest ? at : last;
    const start = form.findWithin(fragment, from, from + MAX_LEFT_OUT + fragment.length, 'first');
    if (start === -1) return null;
    leftOut += chain.length === 0 ? 0 : start - last;
    chain.push({ start, end: start + fragment.length });
  }
  if (leftOut > MAX_LEFT_OUT) return null;
  const isParted = chain.some((piece, k) => k > 0 && hasHeadingBetween(form, chain[k - 1] ?? piece, piece));
  return isParted ? null : chain;
}
