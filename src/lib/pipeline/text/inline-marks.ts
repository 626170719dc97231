/** Marks of inline Markdown that are read in one go: a link's target, a tag. The one rule: bounded work for each. */
import type { Said } from './entities.ts';

const DESTINATION_DEPTH = 32;

/**
 * Where `(url "title")` ends, or, unless `exact`, `[ref]`; undefined when the text at `at` is neither. Bounded by
 * CommonMark's depth. (Exact: what a label refers to is not known here, so it is text.)
 */
export function targetEnd(text: string, at: number, exact: boolean): number | undefined {
  if (text.charAt(at) === '[' && !exact) {
    const label = /^\[[^[\]]{0,200}\]/.exec(text.slice(at, at + 202));
    return label === null ? undefined : at + label[0].length;
  }
  if (text.charAt(at) !== '(') return undefined;
  if (exact) {
    const plain = /^\(\s{0,9}(?:<[^<>\n]{0,400}>|#[\w/-]{0,64})\s{0,9}\)/.exec(text.slice(at, at + 424));
    if (plain !== null) return at + plain[0].length;
  }
  let depth = 0;
  for (let i = at; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (character === '\\') i += 1;
    else if (character === '(' && ++depth > DESTINATION_DEPTH) return undefined;
    else if (character === ')' && --depth === 0) return i + 1;
    else if (character === '\n' || character === ' ') return titleEnd(text, i, exact);
  }
  return undefined;
}

const TITLE = /^\s+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^)\n]{0,500}\))?\s*\)/;
const TITLE_OVER_LINES = /^\s+(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\))?\s*\)/;

function titleEnd(text: string, at: number, exact: boolean): number | undefined {
  const title = (exact ? TITLE_OVER_LINES : TITLE).exec(text.slice(at, at + 520));
  return title === null ? undefined : at + title[0].length;
}

const ANGLE = /[<>]/g;
const AUTOLINK = /^(?:https?:|mailto:)\S+$/i;
const BREAK = /^(?:br|\/p|\/div|\/li|\/td)\b/i;
/** CommonMark's inline HTML, as far as it is looked at. */
const TAG_LENGTH = 1000;
const TAG =
  /^<(?:(\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?)|!--[^]*?--)>/i;
/** Names that HTML has for what stands within a line; other words in angle brackets are words. */
const NAMES = new Set(
  (
    'a abbr acronym address article aside audio b bdi bdo big blockquote br button caption center cite code col dd del details ' +
    'dfn div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li main ' +
    'mark nav nobr ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup svg table tbody ' +
    'td tfoot th thead time tr tt u ul var video wbr'
  ).split(' '),
);

/** A tag or an autolink and what is left of it; undefined where the sign is itself. */
export function tagAt(text: string, at: number, exact: boolean): Said | undefined {
  if (!/[a-z/!]/i.test(text.charAt(at + 1))) return undefined;
  ANGLE.lastIndex = at + 1;
  const end = ANGLE.exec(text);
  const inside = end?.[0] === '>' ? text.slice(at + 1, end.index) : '';
  if (AUTOLINK.test(inside)) return { said: inside, length: inside.length + 2 };
  if (!exact) {
    if (end?.[0] !== '>') return undefined;
    return { said: BREAK.test(inside) ? ' ' : '', length: inside.length + 2 };
  }
  const [whole, named] = TAG.exec(text.slice(at, at + TAG_LENGTH)) ?? [];
  if (whole === undefined) return undefined;
  const name = /^\/?([a-z0-9-]*)/i.exec(named ?? '')?.[1] ?? '';
  if (named !== undefined && !NAMES.has(name.toLowerCase())) return undefined;
  return { said: BREAK.test(named ?? '') ? ' ' : '', length: whole.length };
}
