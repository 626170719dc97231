/** Splits a long text into similar parts that fit a model's window. All words are in one part, in order. */
import type { TokenCounter } from '../../models/tokens/token-counter.ts';
import { type Atom, splitIntoAtoms } from './atoms.ts';

/** Deterministic. A part exceeds `maxTokens` only if a single character does. */
export async function splitIntoParts(
  markdown: string,
  maxTokens: number,
  tokens: TokenCounter,
): Promise<readonly string[]> {
  if (!(maxTokens >= 1)) throw new RangeError(`A part needs room for at least one token, not ${maxTokens}.`);
  const atoms = await splitIntoAtoms(markdown, maxTokens, tokens);
  const totalTokens = measureAtoms(atoms);
  if (atoms.length < 2 || (totalTokens <= maxTokens && (await tokens.count(markdown)) <= maxTokens)) return [markdown];
  const heads = await buildHeads(atoms, maxTokens, tokens);
  const parts: string[] = [];
  for (const [from, to] of findBestCuts(atoms, heads, maxTokens, totalTokens)) {
    parts.push(...(await renderParts(atoms.slice(from, to), heads[from], maxTokens, tokens)));
  }
  return parts;
}

interface PartHead {
  readonly line: string;
  readonly tokens: number;
}

const NO_HEAD: PartHead = { line: '', tokens: 0 };

/** Empty if it would take more than an eighth of the budget. */
async function buildHeads(atoms: readonly Atom[], max: number, counter: TokenCounter): Promise<readonly PartHead[]> {
  const cache = new Map<string, PartHead>();
  const heads: PartHead[] = [];
  for (const { path, depth } of atoms) {
    const line = path.length === 0 ? '' : `${formatPathLine(path, depth)}\n\n`;
    const head = cache.get(line) ?? { line, tokens: line === '' ? 0 : (await counter.count(line)) + 1 };
    cache.set(line, head);
    heads.push(head.tokens > max / 8 ? NO_HEAD : head);
  }
  return heads;
}

function measureAtoms(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom) => sum + atom.tokens + 1, 0); // 1: the gap
}

/** A model call, relative to uneven parts and bad cuts. */
const PART_COST = 4;
const UNEVEN_COST = 3;

function findBestCuts(
  atoms: readonly Atom[],
  heads: readonly PartHead[],
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
      const cost = (best[from]?.cost ?? 0) + PART_COST + UNEVEN_COST * uneven + (from === 0 ? 0 : atom.cost);
      if (cost < chosen.cost) chosen = { cost, from };
    }
    best.push(chosen);
  }
  const cuts: [number, number][] = [];
  for (let to = atoms.length; to > 0; to = best[to]?.from ?? 0) cuts.unshift([best[to]?.from ?? 0, to]);
  return cuts;
}

/** Several if the counter finds the whole larger than its pieces. */
async function renderParts(
  atoms: readonly Atom[],
  head: PartHead | undefined,
  max: number,
  counter: TokenCounter,
): Promise<readonly string[]> {
  const body = atoms.map(({ text, gap }, i) => (i === 0 ? text : gap + text)).join('');
  const text = (head?.line ?? '') + body;
  if ((await counter.count(text)) <= max) return [text];
  if (head !== undefined && head.line !== '') return renderParts(atoms, undefined, max, counter);
  if (atoms.length < 2) return [text];
  const middle = Math.ceil(atoms.length / 2);
  return [
    ...(await renderParts(atoms.slice(0, middle), undefined, max, counter)),
    ...(await renderParts(atoms.slice(middle), undefined, max, counter)),
  ];
}

/** The heading line of a continued part: `## Guide › Install …`. Written and parsed here only. */
const SEPARATOR = ' › ';

const CONTINUATION_MARK = ' …';

/** `titles`: outermost first. */
function formatPathLine(titles: readonly string[], depth: number): string {
  return `${'#'.repeat(Math.min(6, Math.max(1, depth)))} ${titles.join(SEPARATOR)}${CONTINUATION_MARK}`;
}

/** A part without the line that tells which headings it goes on under. */
export function omitContinuation(part: string): string {
  const [line = '', ...rest] = part.split('\n\n');
  return /^#{1,6} /.test(line) && line.endsWith(CONTINUATION_MARK) ? rest.join('\n\n') : part;
}

export function getLastHeading(text: string): string {
  return text.endsWith(CONTINUATION_MARK)
    ? (text.slice(0, -CONTINUATION_MARK.length).split(SEPARATOR).at(-1) ?? text).trim()
    : text;
}
