/** Splits markup into tags and texts, as browsers do. Linear. */

export interface StartTag {
  readonly type: 'start';
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly closed: boolean;
}

export type MarkupToken =
  | StartTag
  | { readonly type: 'end'; readonly name: string }
  /** `raw`: text of an element without markup or character references. */
  | { readonly type: 'text'; readonly text: string; readonly raw: boolean };

const RAW_TEXT = new Set('script style xmp iframe noembed noframes textarea title'.split(' '));

const RAW_TEXT_WITH_REFERENCES = new Set(['textarea', 'title']);

const MAX_ATTRIBUTES = 100;

export function* tokeniseMarkup(html: string): Generator<MarkupToken> {
  const findNext = (what: RegExp, from: number): number => {
    what.lastIndex = from;
    return what.exec(html)?.index ?? html.length;
  };
  /** A `<` that opens no tag belongs to the pending text. */
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const [, slash = '', name = ''] = matchTag(html, at) ?? [];
    const isOther = name === '' && /[!?/]/.test(html.charAt(at + 1));
    if (name === '' && !isOther) {
      at += 1;
      continue;
    }
    if (at > from) yield { type: 'text', text: html.slice(from, at), raw: false };
    if (isOther) {
      at = from = html.startsWith('<!--', at) ? findCommentEnd(html, at + 2) : findNext(/>/g, at) + 1;
      continue;
    }
    const { attributes, closed, end } = parseAttributes(html, at + 1 + slash.length + name.length);
    if (end > html.length) return; // an unterminated tag is dropped
    at = from = end;
    const lowerName = name.toLowerCase();
    if (slash !== '') yield { type: 'end', name: lowerName };
    else yield { type: 'start', name: lowerName, attributes, closed };
    if (slash !== '' || (!RAW_TEXT.has(lowerName) && lowerName !== 'plaintext')) continue;
    at = from =
      lowerName === 'plaintext' ? html.length : findNext(new RegExp(`</${lowerName}(?=[\\t\\n\\f\\r />])`, 'gi'), at);
    yield { type: 'text', text: html.slice(end, at), raw: !RAW_TEXT_WITH_REFERENCES.has(lowerName) };
  }
  if (from < html.length) yield { type: 'text', text: html.slice(from), raw: false };
}

function matchTag(html: string, at: number): RegExpExecArray | null {
  const tag = /<(\/?)([a-z][^\t\n\f\r />]*)/giy;
  tag.lastIndex = at;
  return tag.exec(html);
}

/** `end`: after the `>`; beyond the markup if there is none. */
function parseAttributes(
  html: string,
  start: number,
): Pick<StartTag, 'attributes' | 'closed'> & { readonly end: number } {
  const attributes: (readonly [string, string])[] = [];
  const unclosed = { attributes, closed: false, end: html.length + 1 };
  const gap = /[\t\n\f\r /]*/y;
  const attribute =
    /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(["']|[^\t\n\f\r >"'][^\t\n\f\r >]*|))?/y;
  for (let at = start; ;) {
    gap.lastIndex = at;
    gap.exec(html);
    at = gap.lastIndex;
    if (html.charAt(at) === '>') return { attributes, closed: html.charAt(at - 1) === '/', end: at + 1 };
    attribute.lastIndex = at;
    const [, name = '', opening = ''] = attribute.exec(html) ?? [];
    if (name === '') return unclosed;
    at = attribute.lastIndex;
    const isQuoted = opening === '"' || opening === "'";
    const close = isQuoted ? html.indexOf(opening, at) : at;
    if (close === -1) return unclosed;
    if (attributes.length < MAX_ATTRIBUTES) attributes.push([name, isQuoted ? html.slice(at, close) : opening]);
    at = isQuoted ? close + 1 : at;
  }
}

/** `<!-->` is a comment too. */
function findCommentEnd(html: string, from: number): number {
  const end = /--!?>/g;
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : html.length;
}
