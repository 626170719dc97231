/** Untrusted regular expressions in linear time (Thompson's construction, no backtracking). */
import { SchemaRefusedError, type Effort } from './effort.ts';

const MAX_PATTERN_CHARS = 1_000;
const MAX_STATES = 1_000;

/** Throws `EffortExceededError` beyond the effort. */
export type Matcher = (text: string, effort: Effort) => boolean;

type CharTest = (point: string) => boolean;
type AssertionTest = (before: string | undefined, after: string | undefined) => boolean;

type State =
  | { readonly op: 'char'; readonly meets: CharTest; readonly next: number }
  | { readonly op: 'assert'; readonly holds: AssertionTest; readonly next: number }
  | { readonly op: 'fork'; next: readonly number[] }
  | { readonly op: 'match' };

type Node =
  | { readonly kind: 'char'; readonly meets: CharTest }
  | { readonly kind: 'assert'; readonly holds: AssertionTest }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

const ATOM =
  /\\u\{[0-9a-f]+\}|\\u[dD][89abAB][0-9a-f]{2}\\u[dD][c-fC-F][0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\c[a-z]|\\p\{[^}]*\}|\\.|\[(?:\\.|[^\\\]])*\]|./isuy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP = /\((?:\?:|\?<[^=!>][^>]*>)?/y;
const PLAIN_CHAR = /^[^\\.[]$/su;

/** Throws `SchemaRefusedError` if invalid with the `u` flag, too big, or in need of backtracking. */
export function compilePattern(source: string, at: string): Matcher {
  if (source.length > MAX_PATTERN_CHARS)
    throw new SchemaRefusedError(at, `is a pattern of more than ${String(MAX_PATTERN_CHARS)} characters`);
  try {
    new RegExp(source, 'u');
  } catch {
    throw new SchemaRefusedError(at, 'is not a valid regular expression');
  }
  const states: State[] = [{ op: 'match' }];
  const start = emit(parse(source, at), 0, states, { left: MAX_STATES * 4 }, at);
  return (text, effort) => runStates(states, start, text, effort);
}

function parse(source: string, at: string): Node {
  let position = 0;
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = position;
    const match = token.exec(source);
    position += match?.[0].length ?? 0;
    return match;
  };
  const parseChoice = (): Node => {
    const nodes = [parseSequence()];
    while (source[position] === '|') {
      position += 1;
      nodes.push(parseSequence());
    }
    return { kind: 'choice', nodes };
  };
  const parseSequence = (): Node => {
    const nodes: Node[] = [];
    while (position < source.length && source[position] !== '|' && source[position] !== ')') {
      const node = parseTerm();
      const quantifier = take(QUANTIFIER);
      nodes.push(quantifier ? { kind: 'repeat', node, ...parseTimes(quantifier) } : node);
    }
    return { kind: 'sequence', nodes };
  };
  const parseTerm = (): Node => {
    if (source[position] === '(') {
      take(GROUP);
      if (source[position] === '?')
        throw new SchemaRefusedError(at, 'is a pattern that looks ahead or behind, or sets flags');
      const inner = parseChoice();
      position += 1; // the closing parenthesis
      return inner;
    }
    const [atom = ''] = take(ATOM) ?? [];
    const holds = ASSERTIONS[atom];
    if (holds) return { kind: 'assert', holds };
    if (/^\\[1-9k]/.test(atom)) throw new SchemaRefusedError(at, 'is a pattern that refers back to a group');
    if (PLAIN_CHAR.test(atom)) return { kind: 'char', meets: (point) => point === atom };
    const whole = new RegExp(`^${atom}$`, 'u');
    return { kind: 'char', meets: (point) => whole.test(point) };
  };
  return parseChoice();
}

function parseTimes([, sign, least, comma, most]: RegExpExecArray): { min: number; max: number } {
  if (sign) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  const min = Number(least);
  return { min, max: comma ? (most ? Number(most) : Infinity) : min };
}

const isWord = (point: string | undefined): boolean => point !== undefined && /^\w$/.test(point);

const ASSERTIONS: Readonly<Partial<Record<string, AssertionTest>>> = {
  '^': (before) => before === undefined,
  $: (_, after) => after === undefined,
  '\\b': (before, after) => isWord(before) !== isWord(after),
  '\\B': (before, after) => isWord(before) === isWord(after),
};

function emit(node: Node, next: number, states: State[], budget: { left: number }, at: string): number {
  budget.left -= 1;
  if (states.length > MAX_STATES || budget.left < 0)
    throw new SchemaRefusedError(at, `is a pattern of more than ${String(MAX_STATES)} states`);
  const add = (state: State): number => states.push(state) - 1;
  const emitChild = (child: Node, then: number): number => emit(child, then, states, budget, at);
  switch (node.kind) {
    case 'char':
      return add({ op: 'char', meets: node.meets, next });
    case 'assert':
      return add({ op: 'assert', holds: node.holds, next });
    case 'sequence':
      return node.nodes.reduceRight((then, child) => emitChild(child, then), next);
    case 'choice':
      return add({ op: 'fork', next: node.nodes.map((child) => emitChild(child, next)) });
    case 'repeat': {
      let start = next;
      if (node.max === Infinity) {
        const loop = { op: 'fork' as const, next: [next] as readonly number[] };
        start = add(loop);
        loop.next = [emitChild(node.node, start), next];
      }
      for (let i = node.min; i < node.max && node.max !== Infinity; i += 1)
        start = add({ op: 'fork', next: [emitChild(node.node, start), next] });
      for (let i = 0; i < node.min; i += 1) start = emitChild(node.node, start);
      return start;
    }
  }
}

function runStates(states: readonly State[], start: number, text: string, effort: Effort): boolean {
  effort.spend(Math.ceil(text.length / 10));
  const points = Array.from(text);
  const visitedAt = new Int32Array(states.length).fill(-1);
  let active: number[] = [];
  for (let i = 0; i <= points.length; i += 1) {
    const current = points[i];
    const nextActive: number[] = [];
    const open = [...active, start]; // a match may start at any character
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const state = states[id];
      if (!state || visitedAt[id] === i) continue;
      visitedAt[id] = i;
      effort.spend();
      if (state.op === 'match') return true;
      if (state.op === 'fork') open.push(...state.next);
      else if (state.op === 'assert') {
        if (state.holds(points[i - 1], current)) open.push(state.next);
      } else if (current !== undefined && state.meets(current)) nextActive.push(state.next);
    }
    active = nextActive;
  }
  return false;
}
