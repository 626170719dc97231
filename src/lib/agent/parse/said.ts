/** What a reply says beside its calls: observation, thought, answer. The one rule: an answer is passed on as it is written. */
export interface Said {
  readonly observation: string;
  readonly thought: string;
}

const LEADING = /\s*<(observation|thought|reasoning|think|thinking)>/iy;
const BLOCK = /<(observation|thought|reasoning)>([\s\S]*?)(?:<\/\1>|$)/gi;
const TAG = /<\/?(?:tool_calls?|function_calls|answer)>|```\w{0,20}/gi;

/** Blocks that are looked for at the beginning of a reply; a bound on work, not on models. */
const MAX_BLOCKS = 20;

/** The reply without the blocks of thinking it begins with; models whose template opens the block close it only. */
export function withoutThinking(text: string): string {
  let rest = text.replace(/^\ufeff/, '');
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks += 1) {
    const open = /^\s*<(think|thinking)>/i.exec(rest);
    if (!open) break;
    const close = new RegExp(`</${String(open[1])}>`, 'i').exec(rest);
    if (!close) return '';
    rest = rest.slice(close.index + close[0].length);
  }
  const close = rest.lastIndexOf('</think>');
  const after = rest.slice(close + '</think>'.length).trimStart();
  return close !== -1 && /^(?:[{[]|```|<(?:tool_call|function|invoke|thought|observation))/.test(after) ? after : rest;
}

/** The blocks that a reply begins with, and the rest as it stands. */
export function readPrelude(text: string): Said & { readonly rest: string } {
  const said = { observation: '', thought: '' };
  let at = 0;
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks += 1) {
    LEADING.lastIndex = at;
    const open = LEADING.exec(text);
    if (!open) break;
    const tag = String(open[1]).toLowerCase();
    const start = LEADING.lastIndex;
    const rest = text.slice(start);
    const close = new RegExp(`</${tag}>`, 'i').exec(rest);
    const next = close ?? /<(?:observation|thought|tool_call|function|invoke|answer)\b/i.exec(rest);
    const end = next?.index ?? rest.length;
    if (tag === 'observation') said.observation = join(said.observation, rest.slice(0, end));
    else if (!tag.startsWith('think')) said.thought = join(said.thought, rest.slice(0, end));
    at = start + end + (close ? close[0].length : 0);
    if (!next) break;
  }
  return { ...said, rest: at === 0 ? text : text.slice(at).trimStart() };
}

/** What a text before a call says: its blocks, and its prose as a thought. */
export function readSaid(text: string): Said {
  const said = { observation: '', thought: '' };
  const prose = text.replace(BLOCK, (_block, tag: string, inner: string) => {
    if (tag.toLowerCase() === 'observation') said.observation = join(said.observation, inner);
    else said.thought = join(said.thought, inner);
    return ' ';
  });
  return { ...said, thought: join(prose.replace(TAG, ' '), said.thought) };
}

/** The inside of `<answer>…</answer>`; null where the text is not one. */
export function readAnswer(text: string): string | null {
  const open = /^\s*<answer>/i.exec(text);
  if (!open) return null;
  const close = text.lastIndexOf('</answer>');
  return text.slice(open[0].length, close >= open[0].length ? close : undefined).trim();
}

/** Texts one under the other, each once, empty ones left out. */
export function join(...texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '').join('\n');
}
