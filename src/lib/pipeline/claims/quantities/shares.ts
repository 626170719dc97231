/** Shares said by two numbers: one in five, jeder Fünfte, un adulte sur cinq, 五分之一. */
import { parseHanNumber, readNumberWords } from './numerals.ts';
import type { Token } from '../tokens.ts';

interface Share {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly [of: number, all: number];
}

const LINKS: ReadonlySet<string> = new Set('in|out of|in every|von|sur|de cada|su|em cada|op|op de|из'.split('|'));
const ONE = new Set('one un une uno una ein eine einer eines um uma een один одна'.split(' '));
/** More is a year or a count. */
const MAX_ALL = 100;

/** "Every second" is a time, too. */
const ORDINALS: ReadonlyMap<string, number> = new Map(
  'zweite|third dritte|fourth vierte|fifth funfte|sixth sechste|seventh siebte|eighth achte|ninth neunte|tenth zehnte'
    .split('|')
    .flatMap((words, i) => words.split(' ').map((word) => [word, i + 2] as const)),
);
const EVERY = /^(?:every|jede[rsnm]?)$/;
const HAN = /([二三四五六七八九十\d]{1,3})分(?:之|の)([一二三四五六七八九\d]{1,2})/gu;

export function findShares(text: string, tokens: readonly Token[], language: string): readonly Share[] {
  const han = [...text.matchAll(HAN)].flatMap(({ 0: whole, 1: all = '', 2: of = '', index }) =>
    createShare(index, index + whole.length, parseHanNumber(of), parseHanNumber(all)),
  );
  return [...han, ...tokens.flatMap((_, at) => readShare(tokens, at, language))];
}

function readShare(tokens: readonly Token[], at: number, language: string): readonly Share[] {
  const [first, next] = [tokens[at], tokens[at + 1]];
  if (first === undefined || next === undefined) return [];
  if (EVERY.test(first.word))
    return createShare(first.start, next.end, 1, ORDINALS.get(next.word.replace(/e[rnsm]$/, 'e')) ?? null);
  const of = readNumber(tokens, at, language);
  if (of === null) return [];
  const links = [1, 2].flatMap((from) => [2, 1].map((length) => ({ from: of.to + from, to: of.to + from + length }))); // "one adult in five"
  const link = links.find(({ from, to }) => LINKS.has(joinWords(tokens.slice(from, to))));
  const all = link === undefined ? null : readNumber(tokens, link.to, language);
  const last = tokens[all?.to ?? -1];
  const isParted = tokens.slice(at + 1, (all?.to ?? at) + 1).some(({ gap }) => gap > 0);
  return last === undefined || isParted ? [] : createShare(first.start, last.end, of.value, all?.value ?? null);
}

const joinWords = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ');

interface WholeNumber {
  readonly value: number;
  /** The last token. */
  readonly to: number;
}

function readNumber(tokens: readonly Token[], at: number, language: string): WholeNumber | null {
  const word = tokens[at]?.word ?? '';
  if (/^\d{1,3}$/.test(word)) return { value: Number(word), to: at };
  return ONE.has(word) ? { value: 1, to: at } : readNumberWords(tokens, at, language);
}

const createShare = (start: number, end: number, of: number | null, all: number | null): readonly Share[] =>
  of !== null && all !== null && of > 0 && of < all && all <= MAX_ALL && Number.isInteger(of) && Number.isInteger(all)
    ? [{ start, end, parts: [of, all] }]
    : [];
