/**
 * Regular expressions of untrusted schemas, matched in linear time. The one rule: all ways to match are followed side by
 * side and never back (Thompson's construction), so no pattern can make a text expensive; what needs going back (references
 * to groups, looking ahead or behind) is refused.
 */
import { SchemaRefused, type Effort } from './effort.ts';

const MAX_LENGTH = 1_000;
const MAX_STATES = 1_000;

/** True when the pattern matches somewhere in the text. Throws `TooMuch` through the effort. */
export type Matcher = (text: string, effort: Effort) => boolean;

type Meets = (point: string) => boolean;
type Holds = (before: string | undefined, after: string | undefined) => boolean;

type State =
  | { readonly op: 'char'; readonly meets: Meets; readonly next: number }
  | { readonly op: 'assert'; readonly holds: Holds; readonly next: number }
  | { readonly op: 'fork'; next: readonly number[] }
  | { readonly op: 'match' };

type Node =
  | { readonly kind: 'char'; readonly meets: Meets }
  | { readonly kind: 'assert'; readonly holds: Holds }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

/** One character or class, as the `u` flag reads it; a pair of escaped surrogates is one character. */
const ATOM =
  /\\u\{[0-9a-f]+\}|\\u[dD][89abAB][0-9a-f]{2}\\u[dD][c-fC-F][0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\c[a-z]|\\p\{[^}]*\}|\\.|\[(?:\\.|[^\\\]])*\]|./isuy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP = /\((?:\?:|\?<[^=!>][^>]*>)?/y;
const BARE = /^[^\\.[]$/su;

/** Throws `SchemaRefused` for a pattern that is not valid with the `u` flag, is too big, or needs going back. */
export function compilePattern(source: string, at: string): Matcher {
  if (source.length > MAX_LENGTH)
    throw new SchemaRefused(at, `is a pattern of more than ${String(MAX_LENGTH)} characters`);
  try {
    new RegExp(source, 'u');
  } catch {
    throw new SchemaRefused(at, 'is not a valid regular expression');
  }
  const states: State[] = [{ op: 'match' }];
  const start = emit(parse(source, at), 0, states, { left: MAX_STATES * 4 }, at);
  return (text, effort) => run(states, start, text, effort);
}

/** Recursive descent over a source that `RegExp` has found valid. */
function parse(source: string, at: string): Node {
  let here = 0;
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = here;
    const found = token.exec(source);
    here += found?.[0].length ?? 0;
    return found;
  };
  const choice = (): Node => {
    const nodes = [sequence()];
    while (source[here] === '|') {
      here += 1;
      nodes.push(sequence());
    }
    return { kind: 'choice', nodes };
  };
  const sequence = (): Node => {
    const nodes: Node[] = [];
    while (here < source.length && source[here] !== '|' && source[here] !== ')') {
      const node = term();
      const found = take(QUANTIFIER);
      nodes.push(found ? { kind: 'repeat', node, ...times(found) } : node);
    }
    return { kind: 'sequence', nodes };
  };
  const term = (): Node => {
    if (source[here] === '(') {
      take(GROUP);
      if (source[here] === '?') throw new SchemaRefused(at, 'is a pattern that looks ahead or behind, or sets flags');
      const inner = choice();
      here += 1; // the closing parenthesis
      return inner;
    }
    const [atom = ''] = take(ATOM) ?? [];
    const holds = ASSERTIONS[atom];
    if (holds) return { kind: 'assert', holds };
    if (/^\\[1-9k]/.test(atom)) throw new SchemaRefused(at, 'is a pattern that refers back to a group');
    if (BARE.test(atom)) return { kind: 'char', meets: (point) => point === atom };
    const whole = new RegExp(`^${atom}$`, 'u');
    return { kind: 'char', meets: (point) => whole.test(point) };
  };
  return choice();
}

function times([, sign, least, comma, most]: RegExpExecArray): { min: number; max: number } {
  if (sign) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  const min = Number(least);
  return { min, max: comma ? (most ? Number(most) : Infinity) : min };
}

const isWord = (point: string | undefined): boolean => point !== undefined && /^\w$/.test(point);

const ASSERTIONS: Readonly<Partial<Record<string, Holds>>> = {
  '^': (before) => before === undefined,
  $: (_, after) => after === undefined,
  '\\b': (before, after) => isWord(before) !== isWord(after),
  '\\B': (before, after) => isWord(before) === isWord(after),
};

/** Adds the states of a node that goes on at `next`; returns where it starts. Counted repeats are written out. */
function emit(node: Node, next: number, states: State[], budget: { left: number }, at: string): number {
  budget.left -= 1;
  if (states.length > MAX_STATES || budget.left < 0)
    throw new SchemaRefused(at, `is a pattern of more than ${String(MAX_STATES)} states`);
  const add = (state: State): number => states.push(state) - 1;
  const inner = (child: Node, then: number): number => emit(child, then, states, budget, at);
  switch (node.kind) {
    case 'char':
      return add({ op: 'char', meets: node.meets, next });
    case 'assert':
      return add({ op: 'assert', holds: node.holds, next });
    case 'sequence':
      return node.nodes.reduceRight((then, child) => inner(child, then), next);
    case 'choice':
      return add({ op: 'fork', next: node.nodes.map((child) => inner(child, next)) });
    case 'repeat': {
      let start = next;
      if (node.max === Infinity) {
        const loop = { op: 'fork' as const, next: [next] as readonly number[] };
        start = add(loop);
        loop.next = [inner(node.node, start), next];
      }
      for (let i = node.min; i < node.max && node.max !== Infinity; i += 1)
        start = add({ op: 'fork', next: [inner(node.node, start), next] });
      for (let i = 0; i < node.min; i += 1) start = inner(node.node, start);
      return start;
    }
  }
}

/** Follows all states at once, one character at a time. */
function run(states: readonly State[], start: number, text: string, effort: Effort): boolean {
  effort.spend(Math.ceil(text.length / 10));
  const points = Array.from(text);
  const seenAt = new Int32Array(states.length).fill(-1);
  let live: number[] = [];
  for (let i = 0; i <= points.length; i += 1) {
    const now = points[i];
    const after: number[] = [];
    const open = [...live, start]; // a match may start at any character
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const state = states[id];
      if (!state || seenAt[id] === i) continue;
      seenAt[id] = i;
      effort.spend();
      if (state.op === 'match') return true;
      if (state.op === 'fork') open.push(...state.next);
      else if (state.op === 'assert') {
        if (state.holds(points[i - 1], now)) open.push(state.next);
      } else if (now !== undefined && state.meets(now)) after.push(state.next);
    }
    live = after;
  }
  return false;
}
