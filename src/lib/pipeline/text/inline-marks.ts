/** Parses inline Markdown tokens: link targets and tags. Bounded work per token. */
import type { DecodedToken } from './entities.ts';

const DESTINATION_DEPTH = 32;

/** End of `(url "title")` or, unless `exact`, `[ref]`; undefined if neither. Nesting as in CommonMark. */
export function findTargetEnd(text: string, at: number, exact: boolean): number | undefined {
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
    else if (character === '\n' || character === ' ') return findTitleEnd(text, i, exact);
  }
  return undefined;
}

const TITLE = /^\s+(?:(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^)\n]{0,500}\))\s*)?\)/;
const TITLE_OVER_LINES = /^\s+(?:(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\))\s*)?\)/;

function findTitleEnd(text: string, at: number, exact: boolean): number | undefined {
  const title = (exact ? TITLE_OVER_LINES : TITLE).exec(text.slice(at, at + 520));
  return title === null ? undefined : at + title[0].length;
}

const ANGLE = /[<>]/g;
const AUTOLINK = /^(?:https?:|mailto:)\S+$/i;
const BREAK = /^(?:br|\/p|\/div|\/li|\/td)\b/i;
const TAG_LENGTH = 1000;
const TAG =
  /^<(?:(\/[a-z][a-z0-9-]*\s*|[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?)|!--[^]*?--)>/i;
const TAG_NAMES = new Set(
  (
    'a abbr acronym address article aside audio b bdi bdo big blockquote br button caption center cite code col dd del details ' +
    'dfn div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label li main ' +
    'mark nav nobr ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup svg table tbody ' +
    'td tfoot th thead time tr tt u ul var video wbr'
  ).split(' '),
);

/** Its visible text; undefined if `<` is literal. */
export function parseTag(text: string, at: number, exact: boolean): DecodedToken | undefined {
  if (!/[a-z/!]/i.test(text.charAt(at + 1))) return undefined;
  ANGLE.lastIndex = at + 1;
  const end = ANGLE.exec(text);
  const inside = end?.[0] === '>' ? text.slice(at + 1, end.index) : '';
  if (AUTOLINK.test(inside)) return { text: inside, length: inside.length + 2 };
  if (!exact) {
    if (end?.[0] !== '>') return undefined;
    return { text: BREAK.test(inside) ? ' ' : '', length: inside.length + 2 };
  }
  const [whole, named] = TAG.exec(text.slice(at, at + TAG_LENGTH)) ?? [];
  if (whole === undefined) return undefined;
  const name = /^\/?([a-z0-9-]*)/i.exec(named ?? '')?.[1] ?? '';
  if (named !== undefined && !TAG_NAMES.has(name.toLowerCase())) return undefined;
  return { text: BREAK.test(named ?? '') ? ' ' : '', length: whole.length };
}
