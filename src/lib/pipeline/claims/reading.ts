/** A claim or its evidence, read for comparison. */
import { findCues, type Cue } from './cues.ts';
import { findDates, type DateMention } from './quantities/dates.ts';
import { isFunctionWord } from './language.ts';
import { parseHanNumber } from './quantities/numerals.ts';
import { findQuantities, type Quantity } from './quantities/quantities.ts';
import { tokeniseSentence, type Token } from './tokens.ts';

export interface TextReading {
  readonly text: string;
  readonly language: string;
  readonly tokens: readonly Token[];
  readonly cues: readonly Cue[];
  readonly dates: readonly DateMention[];
  /** Those in dates included. */
  readonly quantities: readonly Quantity[];
}

export function readText(text: string, language: string): TextReading {
  const tokens = tokeniseSentence(text, language);
  const dates = findDates(text, parseHanNumber);
  const quantities = findQuantities(text, tokens, language);
  const isWithin = ({ from }: Cue): boolean => {
    const at = tokens[from]?.start ?? 0;
    const ofShares = quantities.filter(({ share }) => share !== undefined); // "jeder Fünfte"
    return [...dates, ...ofShares].some(({ start, end }) => at >= start && at < end);
  };
  return {
    text,
    language,
    tokens,
    cues: findCues(tokens, language).filter((cue) => !isWithin(cue)),
    dates,
    quantities,
  };
}

const CONTRAST = new Set(
  (
    'but however although though while whereas because yet except aber sondern obwohl während weil mais bien pourtant tandis car pero sino aunque mientras porque ' +
    'ma però mas porém maar но а хотя однако'
  ).split(' '),
);
const AND = new Set(['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', 'e', 'и', 'или']);
const VERBS = new Set(
  (
    'is are was were has have had will would can could may might must should does did do it they he she we you i this that there ' +
    'ist sind war waren hat haben wird werden kann est sont était ont sera es son era fue ha'
  ).split(' '),
);

/** Whether a statement ends between two places: no negation or hedge reaches across. */
export function isSplitBetween({ tokens }: TextReading, a: number, b: number): boolean {
  for (let i = Math.min(a, b) + 1; i <= Math.max(a, b); i += 1) {
    const token = tokens[i];
    if (token === undefined || token.gap >= 2 || CONTRAST.has(token.word)) return true;
    if (AND.has(token.word) && tokens.slice(i + 1, i + 4).some(({ word }) => VERBS.has(word))) return true;
  }
  return false;
}

const LIGHT = new Set(
  'she them us me him hers theirs ours yours mine whose whom itself himself herself themselves not will shall do does done doing been being were during per via upon its it s t so very quite really even too also yet such'.split(
    ' ',
  ),
);

export function isContentWord({ tokens, language }: TextReading, index: number): boolean {
  const word = tokens[index]?.word ?? '';
  return word !== '' && !isFunctionWord(word, language) && !LIGHT.has(word);
}

const REACH = 8;

/** The words of meaning behind a cue, or before it: nearest first. */
export function listAnchors(reading: TextReading, { from, to }: Cue, step: 1 | -1, most = 3): readonly number[] {
  const found: number[] = [];
  const edge = step === 1 ? to : from;
  let first = -1; // where there is none of meaning
  for (let d = 1; d <= REACH && found.length < most; d += 1) {
    const at = edge + d * step;
    if (at < 0 || at >= reading.tokens.length || isSplitBetween(reading, edge, at)) break;
    if (isContentWord(reading, at)) found.push(at);
    else if (first < 0) first = at;
  }
  return found.length === 0 && first >= 0 ? [first] : found;
}
