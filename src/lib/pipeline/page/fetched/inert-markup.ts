/** Removes styles and event handlers: the extension's CSP would log a violation for each. Linear. */
import { findCommentEnd } from './tokenise-markup.ts';

const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const MAX_STYLE_LENGTH = 5000;
const SPACE = /[\t\n\f\r /]/;
const [NAME_END, VALUE_END] = [/[\t\n\f\r />=]/, /[\t\n\f\r >]/];

export function makeMarkupInert(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const name = /^[a-z][a-z0-9]{0,20}/i.exec(html.slice(at + 1, at + 22))?.[0].toLowerCase();
    if (html.startsWith('<!--', at)) at = findCommentEnd(html, at + 2);
    else if (name === undefined) at += 1;
    else if (name === 'style') {
      kept.push(html.slice(from, at));
      at = from = findStyleEnd(html, at);
    } else {
      const tag = scanTag(html, at + 1 + name.length);
      if (tag.attributes !== null) {
        kept.push(html.slice(from, at + 1 + name.length), tag.attributes);
        from = tag.end;
      }
      at = name === 'script' ? findClosingTag(html, 'script', tag.end) : tag.end;
    }
  }
  kept.push(html.slice(from));
  return kept.join('');
}

interface ScannedTag {
  /** Index of the `>` that ends it, or the end of the markup. */
  readonly end: number;
  /** Null if unchanged. */
  readonly attributes: string | null;
}

function scanTag(html: string, start: number): ScannedTag {
  const parts: string[] = [];
  let [at, from] = [start, start];
  while (at < html.length && html.charAt(at) !== '>') {
    if (SPACE.test(html.charAt(at))) {
      at += 1;
      continue;
    }
    const nameStart = at;
    at = findMatch(html, NAME_END, at + 1);
    const name = html.slice(nameStart, at).toLowerCase();
    const value = readAttributeValue(html, at);
    at = value.end;
    if (name !== 'style' && !/^on[a-z]/.test(name)) continue;
    const hides = name === 'style' && value.text.length < MAX_STYLE_LENGTH && HIDING_STYLE.test(value.text);
    parts.push(html.slice(from, nameStart), hides ? 'hidden ' : '');
    from = at;
  }
  if (parts.length === 0) return { end: at, attributes: null };
  return { end: at, attributes: parts.join('') + html.slice(from, at) };
}

/** '' if it has none. */
function readAttributeValue(html: string, after: number): { readonly text: string; readonly end: number } {
  let at = after;
  while (/[\t\n\f\r ]/.test(html.charAt(at))) at += 1;
  if (html.charAt(at) !== '=') return { text: '', end: after };
  at += 1;
  while (/[\t\n\f\r ]/.test(html.charAt(at))) at += 1;
  const quote = html.charAt(at);
  if (quote !== '"' && quote !== "'") {
    const end = findMatch(html, VALUE_END, at);
    return { text: html.slice(at, end), end };
  }
  const close = html.indexOf(quote, at + 1);
  const end = close === -1 ? html.length : close;
  return { text: html.slice(at + 1, end), end: Math.min(html.length, end + 1) };
}

/** The end if none. */
function findMatch(html: string, what: RegExp, from: number): number {
  let at = from;
  while (at < html.length && !what.test(html.charAt(at))) at += 1;
  return at;
}

function findAfter(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at === -1 ? html.length : at + sign.length;
}

/** The end if none. */
function findClosingTag(html: string, name: 'script' | 'style', from: number): number {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function findStyleEnd(html: string, at: number): number {
  return findAfter(html, '>', findClosingTag(html, 'style', at));
}
