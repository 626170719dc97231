/** What is measured of each block of a page, for the trees that tell content from what surrounds it. */
import { isPauseDue, type Slices } from '../../../text/time-slices.ts';
import type { Block } from './blocks.ts';

/** The indexes of the blocks that a way of reading the page keeps. */
interface Candidates {
  readonly cleaned: ReadonlySet<number>;
  readonly readability: ReadonlySet<number>;
}

/** Sums over the blocks within an element. Lengths are in characters. */
interface Totals {
  /** The index of the first. */
  readonly first: number;
  readonly children: number;
  count: number;
  length: number;
  linked: number;
  prose: number;
  headings: number;
  paragraphs: number;
}

const TAGS = 'p li h1 h2 h3 h4 h5 h6 td th div pre blockquote dt dd figcaption section article button'.split(' ');
const CONTAINER_SHARES = [0.05, 0.15, 0.4];
const CONTAINER_LEVELS = [1, 2, 4];
const NEIGHBOURS = [-3, -2, -1, 1, 2, 3];
const PROSE_LENGTH = 100;
export const DISCUSSION_ADDRESS = /forum|thread|topic|\/t\/|discuss|question|community|comments|board/i;
/** In characters, of a text that is counted or compared: work on one cannot be interrupted. */
const [MAX_SAMPLE, MAX_KEY] = [20_000, 1_000];

/** A row for each block. The order of its numbers is what the trees were learned with. */
export function* measureBlocks(
  body: Element,
  blocks: readonly Block[],
  { cleaned, readability }: Candidates,
  url: string,
): Slices<readonly Float32Array[]> {
  const totals = yield* sumTotals(body, blocks);
  const whole = totals.get(body) ?? createTotals(0, 0);
  const texts = countValues(blocks.map(getKey));
  const signatures = blocks.map(({ element }) => getSignature(element));
  const alike = countValues(signatures);
  const page = measurePage(body, blocks, whole, { cleaned, readability }, url);
  const title = blocks.findIndex(({ heading }) => heading === 1);
  const kept = blocks.map((_, at) => [Number(cleaned.has(at)), Number(readability.has(at))]);
  const rows: Float32Array[] = [];
  let before = 0;
  let beforeTitle = 0;
  let section = { at: -1, before: 0 };
  for (const [at, block] of blocks.entries()) {
    if (isPauseDue()) yield;
    if (block.heading !== null) section = { at, before };
    if (at === title) beforeTitle = before;
    rows.push(
      new Float32Array(
        measureText(block).concat(
          [
            block.heading ?? 0,
            Math.log1p(alike.get(signatures[at] ?? '') ?? 0),
            texts.get(getKey(block)) ?? 0,
            before / whole.length,
            Math.log1p(before),
            1 - (before + block.text.length) / whole.length,
            title < 0 ? -1 : (at - title) / blocks.length,
            title < 0 || at < title ? -1 : Math.log1p(before - beforeTitle),
            section.at < 0 ? -1 : Math.log1p(before - section.before),
            section.at < 0 ? -1 : at - section.at,
          ],
          kept[at] ?? NONE,
          ...NEIGHBOURS.map((offset) => kept[at + offset] ?? NONE),
          measureNeighbour(blocks[at - 1]),
          measureNeighbour(blocks[at + 1]),
          measureContainers(block, at, body, totals),
          page,
        ),
      ),
    );
    before += block.text.length;
  }
  return rows;
}

function measureText({ element, text, linked }: Block): number[] {
  const sample = text.slice(0, MAX_SAMPLE);
  return [
    TAGS.indexOf(element.localName),
    Math.log1p(text.length),
    count(sample, /[\p{L}\p{N}_]+/gu),
    linked / text.length,
    /[.!?:。！？…"”)]$/.test(text.slice(-MAX_KEY).trim()) ? 1 : 0,
    count(sample, /\p{Lu}/gu) / sample.length,
    count(sample, /\d/g) / sample.length,
    count(sample, /[.!?。！？](?:\s|$)/g),
    count(sample, /[,，、；;]/g),
    element.closest('table') ? 1 : 0,
    element.closest('ul,ol') ? 1 : 0,
    element.closest('pre') ? 1 : 0,
  ];
}

const NONE = [-1, -1];

const measureNeighbour = (block: Block | undefined): number[] =>
  block ? [Math.log1p(block.text.length), block.linked / block.text.length] : NONE;

/** Measures the element's ancestors some levels up, and the smallest that hold some share of the page's text. */
function measureContainers({ element }: Block, at: number, body: Element, totals: ReadonlyMap<Element, Totals>) {
  const ancestors: Element[] = [];
  for (let up = element.parentElement; up && up !== body.parentElement; up = up.parentElement) ancestors.push(up);
  const sums = ancestors.map((el) => totals.get(el));
  const whole = totals.get(body)?.length ?? 0;
  const holders = CONTAINER_SHARES.map((share) => {
    const holder = sums.findIndex((sum) => (sum?.length ?? 0) >= share * whole);
    return holder < 0 ? ancestors.length - 1 : holder;
  });
  return [
    ancestors.length,
    ...holders,
    ...[...CONTAINER_LEVELS.map((level) => level - 1), ...holders].flatMap((index) => {
      const sum = sums[index];
      if (!sum) return [-1, -1, -1, -1, -1, -1, -1, -1];
      return [
        sum.length / sum.count,
        sum.prose / sum.length,
        sum.linked / sum.length,
        sum.headings / sum.count,
        sum.length / whole,
        sum.first / (totals.get(body)?.count ?? 1),
        (at - sum.first) / sum.count,
        sum.children,
      ];
    }),
  ];
}

function measurePage(
  body: Element,
  blocks: readonly Block[],
  whole: Totals,
  { cleaned, readability }: Candidates,
  url: string,
): number[] {
  const sum = (kept: ReadonlySet<number>): number =>
    [...kept].reduce((length, at) => length + (blocks[at]?.text.length ?? 0), 0);
  const [inCleaned, inReadability] = [sum(cleaned), sum(readability)];
  const address = url.replace(/#(?![!/]).*$/s, ''); // else a fragment is a place in the page, not its route
  const path = address.replace(/^[^:]*:\/\/[^/]*/, '');
  return [
    Math.log1p(whole.length),
    Math.log1p(whole.count),
    whole.linked / whole.length,
    whole.prose / whole.length,
    whole.headings / whole.count,
    whole.paragraphs / whole.count,
    inCleaned / whole.length,
    inReadability / whole.length,
    inReadability / Math.max(1, inCleaned),
    ...['img', 'h1', 'h2', 'article', 'time', 'pre', 'table', '[class*=comment],[id*=comment]', '[class*=price]'].map(
      (selector) => body.querySelectorAll(selector).length,
    ),
    path.length,
    count(path, /-/g),
    path.includes('?') ? 1 : 0,
    DISCUSSION_ADDRESS.test(address) ? 1 : 0,
    /docs?[./]|documentation|guide|manual|reference|api|wiki|help|learn|tutorial/i.test(address) ? 1 : 0,
  ];
}

function* sumTotals(body: Element, blocks: readonly Block[]): Slices<ReadonlyMap<Element, Totals>> {
  const totals = new Map<Element, Totals>();
  for (const [at, { element, heading, text, linked }] of blocks.entries()) {
    if (isPauseDue()) yield;
    const isProse = text.length >= PROSE_LENGTH && linked < text.length / 2;
    for (let up: Element | null = element; up && up !== body.parentElement; up = up.parentElement) {
      const sum = totals.get(up) ?? createTotals(at, up.childElementCount);
      totals.set(up, sum);
      sum.count += 1;
      sum.length += text.length;
      sum.linked += linked;
      if (isProse) sum.prose += text.length;
      if (heading !== null) sum.headings += 1;
      if (element.localName === 'p') sum.paragraphs += 1;
    }
  }
  return totals;
}

const createTotals = (first: number, children: number): Totals => ({
  ...{ first, children, count: 0, length: 0, linked: 0, prose: 0, headings: 0, paragraphs: 0 },
});

/** The same for elements of one template. */
function getSignature(element: Element): string {
  const names: string[] = [];
  for (let up: Element | null = element; up && names.length < 3; up = up.parentElement)
    names.push(`${up.localName}.${/^\S+/.exec(up.getAttribute('class') ?? '')?.[0] ?? ''}`);
  return names.join('>');
}

const getKey = ({ text }: Block): string => text.slice(0, MAX_KEY).trim();

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function countValues(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
