/**
 * What a summary should be free of, judged apart from the engine: from the words that are shown and the page alone, with lists
 * of its own. Each fault is a count and of how many.
 */
import { splitSentences } from '../../../src/lib/pipeline/text/sentences.ts';
import type { DescribedPage } from './described-pages.ts';
import { wordsIn } from './rouge.ts';

/** In percent. */
export const FAULTS = {
  long: { what: 'longer than 150 words, 15 % of the page and three sentences', aim: 0 },
  leaning: { what: 'sentences that open on a pronoun or connective without what is before it', aim: 10 },
  repeated: { what: 'summaries that make a point twice', aim: 0 },
  cut: { what: 'sentences cut open', aim: 0 },
  notices: { what: 'sentences that are captions, bylines or notices', aim: 0 },
} as const;

type Counts = Readonly<Record<keyof typeof FAULTS, readonly [number, number]>> & { readonly words: number };

const LEANING =
  /^["“'‘(]*(?:it|its|they|their|them|he|she|his|her|him|this|that|these|those|such|but|and|or|so|yet|nor|however|therefore|thus|hence|then|also|moreover|furthermore|meanwhile|instead|otherwise|similarly|consequently|for (?:example|instance)|in (?:fact|addition)|as a result|er|sie|es|diese[rs]?|aber|doch|daher|deshalb|außerdem|il|elle|ils|elles|mais|donc)\b/i;
const NOTICE =
  /affiliate|commission|subscribe|newsletter|sign up|all rights reserved|©|getty images|shutterstock|photo(?:graph)?(?: credit)?(?: by|:)|image (?:credit|source)|courtesy of|^(?:by|written by|posted|published|updated|last updated)\b.{0,60}$|cookie (?:policy|settings)|use cookies|follow us|click here|privacy policy/i;

export function findFaults(summary: string, page: DescribedPage): Counts {
  const lines = summary.split('\n').map((line) => line.replace(/^- /, '').replace(/\\([!-/:-@[-`{-~])/g, '$1'));
  const shown = lines.filter((line) => line.trim() !== '' && !/^\*\*.*\*\*$/.test(line));
  const sentences = shown.flatMap((line) => splitSentences(line, ''));
  const words = lines.reduce((sum, line) => sum + wordsIn(line).length, 0);
  const flat = wordsIn(page.text).join(' ');
  const leaning = sentences.filter(
    (sentence, i) => LEANING.test(sentence) && !isContinued(sentences[i - 1], sentence, flat),
  );
  const limit = Math.min(150, Math.floor(0.15 * wordsIn(page.text).length));
  return {
    long: [Number(words > limit && sentences.length > 3), 1],
    leaning: [leaning.length, sentences.length],
    repeated: [Number(sentences.some((one, i) => sentences.slice(i + 1).some((other) => isRepeated(one, other)))), 1],
    cut: [sentences.filter(isCut).length, sentences.length],
    notices: [sentences.filter((sentence) => NOTICE.test(sentence)).length, sentences.length],
    words,
  };
}

const isContinued = (before: string | undefined, sentence: string, page: string): boolean =>
  before !== undefined && page.includes(`${wordsIn(before).join(' ')} ${wordsIn(sentence).join(' ')}`);

function isRepeated(one: string, other: string): boolean {
  const [few, many] = [new Set(wordsIn(one)), new Set(wordsIn(other))].sort((a, b) => a.size - b.size);
  if (few === undefined || many === undefined || few.size < 4) return false;
  return [...few].filter((word) => many.has(word)).length >= 0.8 * few.size;
}

/** Straight marks after a digit are inches. */
function isCut(sentence: string): boolean {
  const count = (pattern: RegExp): number => sentence.match(pattern)?.length ?? 0;
  const hasHalfQuote = sentence.includes('„')
    ? count(/„/g) !== count(/[“”]/g)
    : count(/“/g) !== count(/”/g) || count(/(?<!\d)"/g) % 2 === 1;
  return hasHalfQuote || count(/\(/g) !== count(/\)/g) || /^[a-z]|(?:…|\.\.\.)$/.test(sentence);
}
