/** The normal form in which quotes are compared, mapped to the text. 10² is not 102, ½ is not 12. */
import { getNextOffset } from '../text/segment.ts';
import { getNormalForm, SPACE, type Strictness } from './normalise-character.ts';
import { isBetweenDigits, settleSpacing, UNSPACED_CHARACTER } from './settle-spacing.ts';

export interface NormalForm {
  readonly text: string;
  /** Original index of each UTF-16 unit of `text`, plus one entry for the end. */
  readonly at: readonly number[];
}

/** Linear in the text. */
export function normaliseWithMap(text: string, strictness: Strictness): NormalForm {
  const at: number[] = [];
  return { text: normaliseInto(text, strictness, at), at };
}

export function normaliseText(text: string, strictness: Strictness): string {
  return normaliseInto(text, strictness, null);
}

const PLAIN_RUN: Readonly<Record<Strictness, RegExp>> = {
  verbatim: /[!#-_a-~\u00c0-\u0131\u0134-\u0148\u0400-\u045f]+(?: [!#-_a-~\u00c0-\u0131\u0134-\u0148\u0400-\u045f]+)*/y,
  close: /[a-z0-9]+(?: [a-z0-9]+)*/y,
};
const UNSPACED_RUN = /[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]+/y;

function normaliseInto(text: string, strictness: Strictness, at: number[] | null): string {
  const out: string[] = [];
  const run = PLAIN_RUN[strictness];
  let space = -1; // index of white space that the next character may need before it, or -1
  let lastUnspaced = false; // whether white space after the last output has no meaning
  let last = '';
  for (let i = 0; i < text.length;) {
    let end = findRunEnd(text, i, run);
    const spaced = end > i;
    if (!spaced) end = findRunEnd(text, i, UNSPACED_RUN);
    const whole = end > i;
    if (!whole) end = findClusterEnd(text, i);
    const form = whole ? text.slice(i, end) : getNormalForm(text, i, end, strictness);
    if (form === ' ') {
      if (space < 0) space = i;
    } else if (form !== '') {
      const unspaced = !spaced && UNSPACED_CHARACTER.test(form);
      if (space >= 0 && (lastUnspaced || unspaced ? isBetweenDigits(last, form.charAt(0)) : last !== '')) {
        out.push(' ');
        at?.push(space);
      }
      space = -1;
      lastUnspaced = unspaced;
      last = form.charAt(form.length - 1);
      out.push(form);
      if (at !== null) for (let k = 0; k < form.length; k += 1) at.push(whole ? i + k : i);
    }
    i = end;
  }
  at?.push(text.length);
  return settleSpacing(out.join(''), at);
}

function findRunEnd(text: string, index: number, run: RegExp): number {
  run.lastIndex = index;
  if (!run.test(text)) return index;
  return joinsPrevious(text, run.lastIndex) ? run.lastIndex - 1 : run.lastIndex;
}

const MARK = /[\p{M}\uff9e\uff9f]/u;
/** Only after what they attach to; elsewhere they are separate letters. */
const LATER_JAMO = /[\u1160-\u11ff]/;
const HANGUL = /[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7fb]/;

function joinsPrevious(text: string, index: number): boolean {
  if (index >= text.length || text.charCodeAt(index) < 0x300) return false;
  const before = text.charAt(index - 1);
  const character = getCharacterAt(text, index);
  return MARK.test(character) ? !SPACE.test(before) : LATER_JAMO.test(character) && HANGUL.test(before);
}

function getCharacterAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

/** Ordering more marks would take more than linear time. */
const MAX_MARKS = 24;

export function findClusterEnd(text: string, index: number): number {
  let end = getNextOffset(text, index);
  for (let marks = 0; marks < MAX_MARKS && joinsPrevious(text, end); marks += 1)
    end += getCharacterAt(text, end).length;
  return end;
}
