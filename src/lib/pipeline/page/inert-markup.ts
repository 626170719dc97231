/**
 * Markup without what a browser would apply or run: inline styles and handlers. None of it would be carried out in a document
 * that is only parsed, but the extension's own policy is told of each, and fills its log. The one rule: text stays as it is,
 * and what an inline style hides stays hidden. Linear in the markup.
 */

const HIDING = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Of a style that is looked at. */
const MOST_STYLE = 5000;
const SPACE = /[\t\n\f\r /]/;
/** What ends an attribute's name, and one without quotes. */
const [NAME_END, VALUE_END] = [/[\t\n\f\r />=]/, /[\t\n\f\r >]/];

export function inertMarkup(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const name = /^[a-z][a-z0-9]{0,20}/i.exec(html.slice(at + 1, at + 22))?.[0].toLowerCase();
    if (html.startsWith('<!--', at)) at = afterComment(html, at + 2);
    else if (name === undefined) at += 1;
    else if (name === 'style') {
      kept.push(html.slice(from, at));
      at = from = afterStyle(html, at);
    } else {
      const tag = tagAt(html, at + 1 + name.length);
      if (tag.attributes !== null) {
        kept.push(html.slice(from, at + 1 + name.length), tag.attributes);
        from = tag.end;
      }
      at = name === 'script' ? closing(html, 'script', tag.end) : tag.end;
    }
  }
  kept.push(html.slice(from));
  return kept.join('');
}

interface Tag {
  /** Of the sign that ends it, or of the markup. */
  readonly end: number;
  /** What its attributes become; null where they stay as they are. */
  readonly attributes: string | null;
}

function tagAt(html: string, start: number): Tag {
  const parts: string[] = [];
  let [at, from] = [start, start];
  while (at < html.length && html.charAt(at) !== '>') {
    if (SPACE.test(html.charAt(at))) {
      at += 1;
      continue;
    }
    const began = at;
    at = until(html, NAME_END, at + 1);
    const name = html.slice(began, at).toLowerCase();
    const value = valueAt(html, at);
    at = value.end;
    if (name !== 'style' && !/^on[a-z]/.test(name)) continue;
    const hides = name === 'style' && value.text.length < MOST_STYLE && HIDING.test(value.text);
    parts.push(html.slice(from, began), hides ? 'hidden ' : '');
    from = at;
  }
  if (parts.length === 0) return { end: at, attributes: null };
  return { end: at, attributes: parts.join('') + html.slice(from, at) };
}

/** The value behind an attribute's name; '' for one that has none. */
function valueAt(html: string, after: number): { readonly text: string; readonly end: number } {
  let at = after;
  while (/[\t\n\f\r ]/.test(html.charAt(at))) at += 1;
  if (html.charAt(at) !== '=') return { text: '', end: after };
  at += 1;
  while (/[\t\n\f\r ]/.test(html.charAt(at))) at += 1;
  const quote = html.charAt(at);
  if (quote !== '"' && quote !== "'") {
    const end = until(html, VALUE_END, at);
    return { text: html.slice(at, end), end };
  }
  const close = html.indexOf(quote, at + 1);
  const end = close === -1 ? html.length : close;
  return { text: html.slice(at + 1, end), end: Math.min(html.length, end + 1) };
}

/** Place of the first character from there on that fits, or the end. */
function until(html: string, what: RegExp, from: number): number {
  let at = from;
  while (at < html.length && !what.test(html.charAt(at))) at += 1;
  return at;
}

/** `<!-->` is a comment too. */
function afterComment(html: string, from: number): number {
  const end = /--!?>/g;
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : html.length;
}

function after(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at === -1 ? html.length : at + sign.length;
}

/** Where the element that holds no markup ends: at its closing tag, however that is written. */
function closing(html: string, name: 'script' | 'style', from: number): number {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function afterStyle(html: string, at: number): number {
  return after(html, '>', closing(html, 'style', at));
}
