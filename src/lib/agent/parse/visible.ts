/**
 * What of a reply that is still being written may be shown as the growing answer. The one rule: nothing is shown that may
 * yet turn out to be a thought or a call; plain text is shown as it stands, an answer in JSON without its JSON.
 */
import { answerSoFar } from './json-reply.ts';
import { endsInTag, lowered } from './textual.ts';

const BLOCKS = ['<observation>', '<thought>', '<reasoning>', '<think>', '<thinking>'];
const OPENERS = [...BLOCKS, '<answer>', '<tool_call>', '<function_call>', '<function=', '<invoke ', '<|python_tag|>'];
const CALL = /<(?:tool_call|function_call|function[=\s]|invoke[\s>])/;

export function visibleText(draft: string): string {
  const rest = afterBlocks(draft);
  if (rest === null || isUndecided(rest)) return '';
  const lower = lowered(rest);
  const start = lower.length - lower.trimStart().length;
  if (lower.startsWith('<answer>', start)) return insideAnswer(rest.slice(start + '<answer>'.length));
  if (beginsJson(rest.trimStart())) return answerSoFar(rest);
  const call = lower.search(CALL);
  if (call !== -1) return rest.slice(0, call).trimEnd();
  return endsInTag(lower) || lower.endsWith('<') ? rest.slice(0, lower.lastIndexOf('<')).trimEnd() : rest;
}

/** The text after the blocks it begins with; null while one of them is open. */
function afterBlocks(draft: string): string | null {
  let rest = draft;
  for (let blocks = 0; blocks < 20; blocks += 1) {
    const inner = rest.trimStart();
    const lower = lowered(inner.slice(0, 20));
    const open = BLOCKS.find((tag) => lower.startsWith(tag));
    if (open === undefined) return rest;
    const close = open.replace('<', '</');
    const end = lowered(inner).indexOf(close);
    if (end === -1) return null;
    rest = inner.slice(end + close.length).trimStart();
  }
  return rest;
}

const isUndecided = (text: string): boolean => {
  const begun = lowered(text.trimStart().slice(0, 40));
  return begun !== '' && OPENERS.some((tag) => tag.startsWith(begun));
};

function insideAnswer(text: string): string {
  const close = text.lastIndexOf('</answer>');
  if (close !== -1) return text.slice(0, close).trim();
  const tail = text.lastIndexOf('<');
  const partial = tail !== -1 && '</answer>'.startsWith(text.slice(tail));
  return (partial ? text.slice(0, tail) : text).trimStart();
}

/** Begins like JSON, bare or fenced, or like a fence of which the language is not yet known. */
function beginsJson(text: string): boolean {
  if (/^(?:\{|\[\s{0,50}\{|\[TOOL_|<\|python_tag)/.test(text)) return true;
  if ('```'.startsWith(text)) return text !== '';
  const fence = /^```([\w-]{0,20})([ \t]{0,20}\r?\n)?/.exec(text);
  if (!fence) return false;
  const language = String(fence[1]).toLowerCase();
  if (fence[2] === undefined) return text.length <= 23 && 'json'.startsWith(language);
  const inside = text.slice(fence[0].length).trimStart();
  return ['', 'json'].includes(language) && (inside === '' || /^(?:\{|\[\s{0,50}(?:\{|$))/.test(inside));
}
