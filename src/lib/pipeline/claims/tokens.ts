/** The words of a sentence with their stems; what is written together or shortened is taken apart. */
import { getTokenKeys } from '../retrieval/analyse.ts';
import { iterateSegments } from '../text/segment.ts';
import { UNSPACED } from '../text/terms.ts';

export interface Token {
  /** As written. */
  readonly text: string;
  /** Lower case, without accents. */
  readonly word: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** What separates it from the token before it. */
  readonly gap: Gap;
}

/** Ascending: white space, a comma, the end of a clause, the end of a sentence. */
type Gap = 0 | 1 | 2 | 3;

/** In UTF-16 units of one text, and its tokens: what is longer is not compared. */
const MAX_TEXT = 6000;
const MAX_TOKENS = 1200;

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const APOSTROPHE = /^['’ʼ]$/;
const THAI = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** Linear. `language`: BCP 47 tag, or ''. */
export function tokeniseSentence(text: string, language: string): readonly Token[] {
  const tokens: Token[] = [];
  const visible = text.slice(0, MAX_TEXT);
  let end = 0;
  const push = (written: string, start: number, gap: Gap): void => {
    const [exact = '', own = ''] = getTokenKeys(written, language);
    const word = exact.startsWith('=') ? exact.slice(1) : exact.toLowerCase();
    const base = language === 'en' ? PAST.get(word) : undefined;
    const stem = base === undefined ? own : (getTokenKeys(base, language)[1] ?? own);
    tokens.push({ text: written, word, stem: stem === '' ? word : stem, start, end: start + written.length, gap });
  };
  for (const { 0: written, index } of visible.matchAll(WORDS)) {
    if (tokens.length >= MAX_TOKENS) break;
    const between = visible.slice(end, index);
    const gap = measureGap(between);
    end = index + written.length;
    if (UNSPACED.test(written)) pushUnspaced(written, index, gap, push);
    else if (APOSTROPHE.test(between) && tokens.length > 0 && /^(?:t|s|d|m|re|ve|ll)$/i.test(written))
      pushContraction(written, index, tokens, push);
    else if (/^cannot$/i.test(written)) {
      push(written.slice(0, 3), index, gap);
      push(written.slice(3), index + 3, 0);
    } else push(written, index, gap);
  }
  return tokens;
}

function measureGap(between: string): Gap {
  if (/[.!?。！？…\n]/.test(between)) return 3;
  if (/[;:()[\]；：（）—]|\s[–-]\s/.test(between)) return 2;
  return /[,，、]/.test(between) ? 1 : 0;
}

type Push = (written: string, start: number, gap: Gap) => void;

/** Thai by dictionary, Chinese and Japanese by character, and whole numbers. */
function pushUnspaced(run: string, start: number, gap: Gap, push: Push): void {
  let at = start;
  const parts = THAI.test(run) ? iterateSegments(run, 'word', 'th') : (run.match(/\p{N}+|[A-Za-z]+|./gsu) ?? []);
  for (const part of parts) {
    push(part, at, at === start ? gap : 0);
    at += part.length;
  }
}

/** Past forms that no stemmer knows. */
const PAST: ReadonlyMap<string, string> = new Map(
  (
    'won:win found:find met:meet lost:lose took:take taken:take gave:give got:get made:make came:come went:go gone:go saw:see seen:see ' +
    'knew:know began:begin begun:begin wrote:write fell:fall grew:grow rose:rise paid:pay sold:sell bought:buy brought:bring built:build ' +
    'kept:keep held:hold told:tell said:say sent:send spent:spend spoke:speak broke:break chose:choose became:become drew:draw flew:fly ' +
    'ran:run sank:sink stole:steal struck:strike taught:teach threw:throw wore:wear understood:understand caught:catch fought:fight'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const IRREGULAR: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall', ai: 'is' };

/** isn’t → is not, can’t → can not, we’ll → we will; ’s and the like carry no words of their own. */
function pushContraction(written: string, start: number, tokens: Token[], push: Push): void {
  const last = tokens.at(-1);
  if (/^ll$/i.test(written)) push('will', start, 0);
  if (!/^t$/i.test(written) || last === undefined || !/n$/i.test(last.text)) return;
  tokens.pop();
  const verb = last.text.slice(0, -1);
  push(IRREGULAR[verb.toLowerCase()] ?? verb, last.start, last.gap);
  push('not', start - 2, 0);
}

/** The words between two tokens, both included, as a user would write them. */
export function sliceTokens(text: string, tokens: readonly Token[], from: number, to: number): string {
  const [first, last] = [tokens[Math.max(0, from)], tokens[Math.min(tokens.length - 1, to)]];
  if (first === undefined || last === undefined || last.end < first.start) return '';
  return text.slice(first.start, Math.max(first.end, last.end)).replace(/\s+/g, ' ').trim();
}
