/** Shows the growing answer of a stream; never text that may become a thought or a call. */
import { extractPartialAnswer } from './json-reply.ts';
import { dropUnopenedThoughts } from './reply-prose.ts';
import { hasCallTagAtEnd, toAsciiLowerCase } from './textual.ts';

const BLOCK_TAGS = ['<observation>', '<thought>', '<reasoning>', '<think>', '<thinking>'];
const OPENING_TAGS = [
  ...BLOCK_TAGS,
  '<answer>',
  '<tool_call>',
  '<function_call>',
  '<function=',
  '<invoke ',
  '<|python_tag|>',
];
const CALL_TAG = /<(?:tool_call|function_call|function[=\s]|invoke[\s>])/;

export function extractVisibleText(draft: string): string {
  const rest = skipBlocks(dropUnopenedThoughts(draft));
  if (rest === null || isUndecidedTag(rest)) return '';
  const lower = toAsciiLowerCase(rest);
  const start = lower.length - lower.trimStart().length;
  if (lower.startsWith('<answer>', start)) return extractAnswer(rest.slice(start + '<answer>'.length));
  if (startsWithJson(rest.trimStart())) return extractPartialAnswer(rest);
  const call = lower.search(CALL_TAG);
  if (call !== -1) return rest.slice(0, call).trimEnd();
  return hasCallTagAtEnd(lower) || lower.endsWith('<') ? rest.slice(0, lower.lastIndexOf('<')).trimEnd() : rest;
}

/** Null while a block is open. */
function skipBlocks(draft: string): string | null {
  let rest = draft;
  for (let blocks = 0; blocks < 20; blocks += 1) {
    const inner = rest.trimStart();
    const lower = toAsciiLowerCase(inner.slice(0, 20));
    const open = BLOCK_TAGS.find((tag) => lower.startsWith(tag));
    if (open === undefined) return rest;
    const close = open.replace('<', '</');
    const end = toAsciiLowerCase(inner).indexOf(close);
    if (end === -1) return null;
    rest = inner.slice(end + close.length).trimStart();
  }
  return rest;
}

const isUndecidedTag = (text: string): boolean => {
  const prefix = toAsciiLowerCase(text.trimStart().slice(0, 40));
  return prefix !== '' && OPENING_TAGS.some((tag) => tag.startsWith(prefix));
};

function extractAnswer(text: string): string {
  const close = text.lastIndexOf('</answer>');
  if (close !== -1) return text.slice(0, close).trim();
  const tail = text.lastIndexOf('<');
  const partial = tail !== -1 && '</answer>'.startsWith(text.slice(tail));
  return (partial ? text.slice(0, tail) : text).trimStart();
}

function startsWithJson(text: string): boolean {
  if (/^(?:\{|\[\s{0,50}\{|\[TOOL_|<\|python_tag)/.test(text)) return true;
  if ('```'.startsWith(text)) return text !== '';
  const fence = /^```([\w-]{0,20})([ \t]{0,20}\r?\n)?/.exec(text);
  if (!fence) return false;
  const language = String(fence[1]).toLowerCase();
  if (fence[2] === undefined) return text.length <= 23 && 'json'.startsWith(language);
  const inside = text.slice(fence[0].length).trimStart();
  return ['', 'json'].includes(language) && (inside === '' || /^(?:\{|\[\s{0,50}(?:\{|$))/.test(inside));
}
