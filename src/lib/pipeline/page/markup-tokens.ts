/**
 * Markup as the tags and texts it is made of, as browsers tell them apart. The one rule: linear in the markup, and never wrong
 * to anybody's harm: whoever writes it anew (`balanced.ts`) writes what was understood here, not what stood there.
 */

export interface StartTag {
  readonly type: 'start';
  /** In lower case. */
  readonly name: string;
  /** Values as they stand, with references for characters. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly closed: boolean;
}

export type MarkupToken =
  | StartTag
  | { readonly type: 'end'; readonly name: string }
  /** `raw`: of an element whose text is no markup; it has no references for characters. */
  | { readonly type: 'text'; readonly text: string; readonly raw: boolean };

/** Elements whose text is no markup. */
const RAW = new Set('script style xmp iframe noembed noframes textarea title'.split(' '));
/** Of these, the ones that do have references for characters. */
const REFERRING = new Set(['textarea', 'title']);
const MOST_ATTRIBUTES = 100;

export function* markupTokens(html: string): Generator<MarkupToken> {
  const upTo = (what: RegExp, from: number): number => {
    what.lastIndex = from;
    return what.exec(html)?.index ?? html.length;
  };
  /** Of the beginning of a text, which a sign that opens no tag belongs to. */
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const [, slash = '', name = ''] = tagAt(html, at) ?? [];
    const isOther = name === '' && /[!?/]/.test(html.charAt(at + 1));
    if (name === '' && !isOther) {
      at += 1;
      continue;
    }
    if (at > from) yield { type: 'text', text: html.slice(from, at), raw: false };
    if (isOther) {
      at = from = html.startsWith('<!--', at) ? afterComment(html, at + 2) : upTo(/>/g, at) + 1;
      continue;
    }
    const { attributes, closed, end } = attributesAt(html, at + 1 + slash.length + name.length);
    if (end > html.length) return; // a tag without an end is none
    at = from = end;
    const named = name.toLowerCase();
    if (slash !== '') yield { type: 'end', name: named };
    else yield { type: 'start', name: named, attributes, closed };
    if (slash !== '' || (!RAW.has(named) && named !== 'plaintext')) continue;
    at = from = named === 'plaintext' ? html.length : upTo(new RegExp(`</${named}(?=[\\t\\n\\f\\r />])`, 'gi'), at);
    yield { type: 'text', text: html.slice(end, at), raw: !REFERRING.has(named) };
  }
  if (from < html.length) yield { type: 'text', text: html.slice(from), raw: false };
}

function tagAt(html: string, at: number): RegExpExecArray | null {
  const tag = /<(\/?)([a-z][^\t\n\f\r />]*)/giy;
  tag.lastIndex = at;
  return tag.exec(html);
}

/** `end`: behind the sign that ends the tag; beyond the markup where there is none. */
function attributesAt(html: string, start: number): Pick<StartTag, 'attributes' | 'closed'> & { readonly end: number } {
  const attributes: (readonly [string, string])[] = [];
  const none = { attributes, closed: false, end: html.length + 1 };
  const gap = /[\t\n\f\r /]*/y;
  const attribute =
    /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(["']|[^\t\n\f\r >"'][^\t\n\f\r >]*|))?/y;
  for (let at = start; ;) {
    gap.lastIndex = at;
    gap.exec(html);
    at = gap.lastIndex;
    if (html.charAt(at) === '>') return { attributes, closed: html.charAt(at - 1) === '/', end: at + 1 };
    attribute.lastIndex = at;
    const [, name = '', begun = ''] = attribute.exec(html) ?? [];
    if (name === '') return none;
    at = attribute.lastIndex;
    const isQuoted = begun === '"' || begun === "'";
    const close = isQuoted ? html.indexOf(begun, at) : at;
    if (close === -1) return none;
    if (attributes.length < MOST_ATTRIBUTES) attributes.push([name, isQuoted ? html.slice(at, close) : begun]);
    at = isQuoted ? close + 1 : at;
  }
}

/** `<!-->` is a comment too. */
function afterComment(html: string, from: number): number {
  const end = /--!?>/g;
  end.lastIndex = from;
  return end.test(html) ? end.lastIndex : html.length;
}
