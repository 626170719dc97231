/** Judges what a quote leaves out: at an ellipsis, and of a question at its end. */
import type { Range } from '../text/ranges.ts';
import { splitSentences } from '../text/sentences.ts';
import { hasWords } from '../text/terms.ts';
import type { Form, Spot } from './source-form.ts';
import { mayTurn } from './turning-words.ts';

/** In a paragraph a line break is white space; between blocks and items it ends a clause. */
const CLAUSE_END = /[,;:.!()[\]\n\u2012-\u2015…、。，．；：！（）]|(?<=\s)-(?=\s)/u;
const MARKS = String.raw`[\s"'“”„‚‘’«»‹›「」『』*_]{0,8}`;
const STARTS_AFTER = new RegExp(String.raw`^${MARKS}(?:${CLAUSE_END.source})`, 'u');
const ENDS_BEFORE = new RegExp(String.raw`(?:${CLAUSE_END.source})${MARKS}$`, 'u');
/** Thai ends clauses with a space. */
const THAI = /\p{Script=Thai}/u;
const QUESTION =
  /[？؟՞፧⁇⁈⁉‽﹖⸮]|(?<![([/\w])\?(?=\?)|(?<![([])\?(?=[\s"'”’»›)\]」』?!.…*]|$)|(?<=\p{Script=Greek}\p{M}*["'”’»)]?)[;\u037e]/u;
const QUESTION_FROM = new RegExp(QUESTION.source, 'gu');

/** Whether only whole clauses or sentences are between two pieces, and none that could turn what they say. */
export function isHarmlessGap(form: Form, last: Range, next: Range, language: string): boolean {
  const text = readGap(form, form.endsAt(last.end), form.startsAt(next.start));
  if (!hasWords(text)) return true;
  const startsClause = STARTS_AFTER.test(text) || CLAUSE_END.test(form.text.charAt(last.end - 1));
  const startsThai = THAI.test(text) && /^\s/.test(text) && /\s$/.test(text);
  if (!startsThai && !(startsClause && ENDS_BEFORE.test(text))) return false;
  return !QUESTION.test(text) && !mayTurn(text, language);
}

function readGap(form: Form, from: Spot, to: Spot): string {
  const parts: string[] = [];
  for (let block = from.block; block <= to.block; block += 1) {
    const { text } = form.getVisible(block);
    const part = text.slice(block === from.block ? from.index : 0, block === to.block ? to.index : text.length);
    parts.push(form.stretches[block]?.kind === 'list' ? part : part.replaceAll('\n', ' '));
  }
  return parts.join('\n');
}

const HEADING_LINE = /^[ \t>]*(?:#{1,6}[ \t]|\*\*[^*\n]+\*\*[ \t]*$)/m;

/** Also one within a quotation or list, a paragraph in bold, and a rule. */
export function hasHeadingBetween(form: Form, last: Range, next: Range): boolean {
  const [from, to] = [form.startsAt(last.end - 1).block, form.startsAt(next.start).block];
  return form.stretches.slice(from, to + 1).some(({ kind, text }, k) => {
    if (kind === 'heading' || kind === 'rule') return k > 0;
    return (k > 0 || kind === 'quote' || kind === 'list') && kind !== 'code' && HEADING_LINE.test(text);
  });
}

/** In UTF-16 units. */
const MAX_QUESTION_REST = 300;
const SEEN_BEFORE = 200;

/** The end of the question that a quote breaks off before its mark, or null. */
export function findQuestionEnd(form: Form, end: number): Spot | null {
  const { block, visible, index } = form.endsAt(end);
  const line = form.stretches[block]?.kind === 'paragraph' ? null : '\n';
  const rest = takeUntil(visible.text.slice(index, index + MAX_QUESTION_REST), line);
  const said = takeAfter(visible.text.slice(Math.max(0, index - SEEN_BEFORE), index), line);
  QUESTION_FROM.lastIndex = said.length;
  const mark = QUESTION_FROM.exec(said + rest);
  if (mark === null) return null;
  const asked = rest.slice(0, QUESTION_FROM.lastIndex - said.length);
  const question = splitSentences(said + asked).at(-1) ?? '';
  if (countVisible(question) <= countVisible(asked)) return null;
  return { block, visible, index: index + asked.length };
}

const takeUntil = (text: string, mark: string | null): string =>
  mark === null ? text : (text.split(mark, 1)[0] ?? '');
const takeAfter = (text: string, mark: string | null): string =>
  mark === null ? text : (text.split(mark).at(-1) ?? '');
const countVisible = (text: string): number => text.replace(/\s+/g, '').length;
