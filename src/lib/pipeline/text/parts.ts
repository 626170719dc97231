/**
 * A long text → parts that fit a model's window, cut where it hurts least and of like size. The one rule: every word
 * of the text is in exactly one part, in order; only the headings a part goes on under are said again.
 */
import type { TokenCounter } from '../../models/tokens.ts';
import { type Atom, atomsOf } from './atoms.ts';
import { pathLine } from './path.ts';

/**
 * Parts of at most `maxTokens` each; one part when the text fits, the text itself. The same text gives the same parts.
 * Only a single character that alone has more tokens than `maxTokens` makes a larger part.
 */
export async function splitIntoParts(
  markdown: string,
  maxTokens: number,
  tokens: TokenCounter,
): Promise<readonly string[]> {
  if (!(maxTokens >= 1)) throw new RangeError(`A part needs room for at least one token, not ${maxTokens}.`);
  const atoms = await atomsOf(markdown, maxTokens, tokens);
  const total = sizeOf(atoms);
  if (atoms.length < 2 || (total <= maxTokens && (await tokens.count(markdown)) <= maxTokens)) return [markdown];
  const heads = await headsOf(atoms, maxTokens, tokens);
  const parts: string[] = [];
  for (const [from, to] of bestCuts(atoms, heads, maxTokens, total)) {
    parts.push(...(await written(atoms.slice(from, to), heads[from], maxTokens, tokens)));
  }
  return parts;
}

/** The line that repeats the headings a part goes on under. */
interface Head {
  readonly line: string;
  readonly tokens: number;
}

const NONE: Head = { line: '', tokens: 0 };

/** A head for each atom that might begin a part; none where it would take more than an eighth of the room. */
async function headsOf(atoms: readonly Atom[], max: number, counter: TokenCounter): Promise<readonly Head[]> {
  const known = new Map<string, Head>();
  const heads: Head[] = [];
  for (const { path, depth } of atoms) {
    const line = path.length === 0 ? '' : `${pathLine(path, depth)}\n\n`;
    const head = known.get(line) ?? { line, tokens: line === '' ? 0 : (await counter.count(line)) + 1 };
    known.set(line, head);
    heads.push(head.tokens > max / 8 ? NONE : head);
  }
  return heads;
}

function sizeOf(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom) => sum + atom.tokens + 1, 0); // 1: the gap
}

/** What one part more costs against uneven parts and bad places to cut: a model call. */
const PART = 4;
const UNEVEN = 3;

/** The cheapest way to cut, by dynamic programming over the places where a part may end. */
function bestCuts(
  atoms: readonly Atom[],
  heads: readonly Head[],
  max: number,
  total: number,
): readonly (readonly [number, number])[] {
  const target = total / Math.ceil(total / (max * 0.95));
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let to = 1; to <= atoms.length; to += 1) {
    let chosen = { cost: Number.POSITIVE_INFINITY, from: to - 1 };
    let size = 0;
    for (let from = to - 1; from >= 0; from -= 1) {
      const atom = atoms[from];
      if (atom === undefined) break;
      size += atom.tokens + 1;
      if (size > max && from < to - 1) break;
      const full = from === 0 ? size : size + (heads[from]?.tokens ?? 0);
      if (full > max && from < to - 1) continue;
      const uneven = (Math.min(full, max) / target - 1) ** 2;
      const cost = (best[from]?.cost ?? 0) + PART + UNEVEN * uneven + (from === 0 ? 0 : atom.cost);
      if (cost < chosen.cost) chosen = { cost, from };
    }
    best.push(chosen);
  }
  const cuts: [number, number][] = [];
  for (let to = atoms.length; to > 0; to = best[to]?.from ?? 0) cuts.unshift([best[to]?.from ?? 0, to]);
  return cuts;
}

/** One part as text; two or more when the counter finds the whole larger than its pieces. */
async function written(
  atoms: readonly Atom[],
  head: Head | undefined,
  max: number,
  counter: TokenCounter,
): Promise<readonly string[]> {
  const body = atoms.map(({ text, gap }, i) => (i === 0 ? text : gap + text)).join('');
  const text = (head?.line ?? '') + body;
  if ((await counter.count(text)) <= max) return [text];
  if (head !== undefined && head.line !== '') return written(atoms, undefined, max, counter);
  if (atoms.length < 2) return [text];
  const middle = Math.ceil(atoms.length / 2);
  return [
    ...(await written(atoms.slice(0, middle), undefined, max, counter)),
    ...(await written(atoms.slice(middle), undefined, max, counter)),
  ];
}
