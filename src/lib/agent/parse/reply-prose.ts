/** Reads the parts of a reply outside its calls: observation, thought, answer. */
export interface Remarks {
  readonly observation: string;
  readonly thought: string;
}

const LEADING_TAG = /\s*<(observation|thought|reasoning|think|thinking)>/iy;
const REMARK_BLOCK = /<(observation|thought|reasoning)>([\s\S]*?)(?:<\/\1>|$)/gi;
const CALL_TAG = /<\/?(?:tool_calls?|function_calls|answer)>|```\w{0,20}/gi;

/** Bounds the work, at the start of a reply. */
const MAX_BLOCKS = 20;

/** Models whose template opens the block only close it. */
export function stripThinking(text: string): string {
  let rest = text.replace(/^\ufeff/, '');
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks += 1) {
    const open = /^\s*<(think|thinking)>/i.exec(rest);
    if (!open) break;
    const close = new RegExp(`</${String(open[1])}>`, 'i').exec(rest);
    if (!close) return '';
    rest = rest.slice(close.index + close[0].length);
  }
  rest = dropUnopenedThoughts(rest);
  const close = rest.lastIndexOf('</think>');
  const after = rest.slice(close + '</think>'.length).trimStart();
  return close !== -1 &&
    !endsInFence(rest.slice(0, close)) &&
    /^(?:[{[]|```|<(?:tool_call|function|invoke|thought|observation))/.test(after)
    ? after
    : rest;
}

/** Up to the first closing tag that stands alone on a line outside code, with no opening tag before it. */
export function dropUnopenedThoughts(text: string): string {
  const close = /^[ \t]*<\/think(?:ing)?>[ \t]*$/im.exec(text);
  if (!close) return text;
  const before = text.slice(0, close.index);
  return endsInFence(before) || /<think(?:ing)?>/i.test(before)
    ? text
    : text.slice(close.index + close[0].length).trimStart();
}

const endsInFence = (text: string): boolean => (text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;

export function readPrelude(text: string): Remarks & { readonly rest: string } {
  const remarks = { observation: '', thought: '' };
  let at = 0;
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks += 1) {
    LEADING_TAG.lastIndex = at;
    const open = LEADING_TAG.exec(text);
    if (!open) break;
    const tag = String(open[1]).toLowerCase();
    const start = LEADING_TAG.lastIndex;
    const rest = text.slice(start);
    const close = new RegExp(`</${tag}>`, 'i').exec(rest);
    const next = close ?? /<(?:observation|thought|tool_call|function|invoke|answer)\b/i.exec(rest);
    const end = next?.index ?? rest.length;
    if (tag === 'observation') remarks.observation = joinDistinct(remarks.observation, rest.slice(0, end));
    else if (!tag.startsWith('think')) remarks.thought = joinDistinct(remarks.thought, rest.slice(0, end));
    at = start + end + (close ? close[0].length : 0);
    if (!next) break;
  }
  return { ...remarks, rest: at === 0 ? text : text.slice(at).trimStart() };
}

export function readRemarks(text: string): Remarks {
  const remarks = { observation: '', thought: '' };
  const prose = text.replace(REMARK_BLOCK, (_block, tag: string, inner: string) => {
    if (tag.toLowerCase() === 'observation') remarks.observation = joinDistinct(remarks.observation, inner);
    else remarks.thought = joinDistinct(remarks.thought, inner);
    return ' ';
  });
  return { ...remarks, thought: joinDistinct(prose.replace(CALL_TAG, ' '), remarks.thought) };
}

/** Null if the text is not one. */
export function readAnswer(text: string): string | null {
  const open = /^\s*<answer>/i.exec(text);
  if (!open) return null;
  const close = text.lastIndexOf('</answer>');
  return text.slice(open[0].length, close >= open[0].length ? close : undefined).trim();
}

export function joinDistinct(...texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '').join('\n');
}
