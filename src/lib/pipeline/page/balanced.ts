/**
 * Markup written anew, so that no page is long to parse. A browser's parser takes a time that grows with the square of the
 * nesting, and makes every emphasis that was left open again in each paragraph: a few kilobytes hold it for minutes, and with
 * it the thread that the panel shares. The one rule: what leaves here is closed where it was opened, at most so deep, and
 * reads as it did.
 */
import { markupTokens, type MarkupToken, type StartTag } from './markup-tokens.ts';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Deeper than any page is on purpose, and than what is read of one (`flatten.ts`); of emphasis, more than anybody sees. */
export const [DEEPEST, EMPHASES] = [250, 8];
/** More than pages have, and the characters they may come to when some are written twice. */
export const [MOST_TAGS, MOST_WRITTEN] = [100_000, 12_000_000];
/** Blocks that emphasis may end across: a browser undoes no more than seven at once. */
const ACROSS = 4;

const VOID = set('area base basefont bgsound br col embed hr image img input keygen link meta param source track wbr');
/** Made again by a browser where they were not closed (the list of active formatting elements). */
const FORMATTING = set('a b big code em font i s small strike strong tt u');
const SKIPPED = set('svg template');
const RAW_SKIPPED = set('style textarea iframe noembed noframes');
const DROPPED = set('nobr frameset frame');
const ONCE = set('html head body');
/** Whose text is no markup, or goes on to the end: read as what they look like. */
const AS_PRE = set('xmp plaintext');
const TABLE = set('table caption colgroup thead tbody tfoot tr td th');
/** An end tag does not reach beyond these. */
const TABLE_SCOPE = set('table');
const SCOPE = set('table td th caption object applet marquee math mi mo mn ms mtext annotation-xml');
const SPECIAL = new Set([
  ...TABLE,
  ...set(
    'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure',
  ),
  ...set(
    'footer form h1 h2 h3 h4 h5 h6 header hgroup li listing main marquee menu nav noscript object ol p plaintext pre',
  ),
  ...set('search section select summary title ul xmp'),
]);
const ENDS_PARAGRAPH = new Set(
  [...SPECIAL, 'hr'].filter(
    (name) =>
      !set('button noscript object applet marquee select title').has(name) && (name === 'table' || !TABLE.has(name)),
  ),
);

interface Implied {
  readonly closes: ReadonlySet<string>;
  readonly upTo: ReadonlySet<string>;
}
const implied = (closes: string, upTo: Iterable<string>): Implied => ({ closes: set(closes), upTo: new Set(upTo) });
const without = (names: string): Iterable<string> => [...SPECIAL].filter((name) => !set(names).has(name));
const [ITEM, TERM] = [implied('li', without('address div p li')), implied('dd dt', without('address div p dd dt'))];
const ROWS = implied('caption colgroup thead tbody tfoot', ['table']);
const CELL = implied('td th', ['table']);
const [RUBY, OPTION] = [implied('rt rp', ['ruby']), implied('option', ['select', 'datalist'])];
/** What the beginning of one ends without a word. */
const IMPLIES: Readonly<Record<string, Implied>> = {
  ...{ li: ITEM, dd: TERM, dt: TERM, td: CELL, th: CELL, tr: implied('tr', ['table']), rt: RUBY, rp: RUBY },
  ...{ caption: ROWS, colgroup: ROWS, thead: ROWS, tbody: ROWS, tfoot: ROWS, option: OPTION, optgroup: OPTION },
};
const PARAGRAPH = implied('p', [...SCOPE, 'button']);

export function balanced(html: string): string {
  const writer = createWriter();
  /** Of elements that are not read at all, how deep we are in one. */
  let [skipping, depth] = ['', 0];
  for (const token of markupTokens(html)) {
    if (writer.isFull()) break;
    if (skipping !== '') {
      if (token.type !== 'text' && token.name === skipping && !(token.type === 'start' && token.closed))
        depth += token.type === 'start' ? 1 : -1;
      if (depth === 0) skipping = '';
    } else if (token.type === 'start' && SKIPPED.has(token.name)) {
      if (!token.closed) [skipping, depth] = [token.name, 1];
    } else writer.take(token);
  }
  return writer.written();
}

interface Writer {
  take(token: MarkupToken): void;
  readonly isFull: () => boolean;
  readonly written: () => string;
}

function createWriter(): Writer {
  const parts: string[] = ['<!doctype html>'];
  const open: string[] = [];
  const seen = new Set<string>();
  let [tags, length, emphases, beyond] = [0, 0, 0, 0];
  let raw: 'no' | 'skipped' | 'json' = 'no';

  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const closeTo = (index: number): void => {
    while (open.length > index) leave(open.length - 1);
  };
  const leave = (index: number): void => {
    const [name = ''] = open.splice(index, 1);
    if (FORMATTING.has(name)) emphases -= 1;
    write(`</${name}>`);
  };
  /** Place of the innermost of those names that none of the others stands before; -1 where there is none. */
  const find = (names: ReadonlySet<string>, upTo: ReadonlySet<string>): number => {
    for (let i = open.length - 1; i >= 0; i -= 1) {
      const name = open[i] ?? '';
      if (names.has(name)) return i;
      if (upTo.has(name)) return -1;
    }
    return -1;
  };
  const closeImplied = ({ closes, upTo }: Implied): void => {
    const at = find(closes, upTo);
    if (at !== -1) closeTo(at);
  };

  function end(name: string): void {
    if (beyond > 0 && !VOID.has(name)) {
      beyond -= 1;
      return;
    }
    const upTo = TABLE.has(name) ? TABLE_SCOPE : SPECIAL.has(name) || FORMATTING.has(name) ? SCOPE : SPECIAL;
    const at = find(new Set([name]), upTo);
    if (at === -1) return;
    const across = FORMATTING.has(name) ? open.slice(at).filter((one) => SPECIAL.has(one)).length : 0;
    if (across === 0) closeTo(at);
    else if (across <= ACROSS) leave(at);
  }

  function start({ name, attributes, closed }: StartTag): void {
    if (DROPPED.has(name) || !/^[a-z][a-z0-9-]{0,60}$/.test(name) || (ONCE.has(name) && seen.has(name))) return;
    if (ONCE.has(name)) seen.add(name);
    tags += 1;
    raw = RAW_SKIPPED.has(name) ? 'skipped' : 'no';
    if (raw === 'skipped') return;
    if (name === 'script') {
      raw = isData(attributes) ? 'json' : 'skipped';
      return;
    }
    if (beyond > 0 && !VOID.has(name)) {
      beyond += 1;
      return;
    }
    const link = ENDS_PARAGRAPH.has(name) ? openLink() : null;
    if (ENDS_PARAGRAPH.has(name)) closeImplied(PARAGRAPH);
    const implies = Object.hasOwn(IMPLIES, name) ? IMPLIES[name] : undefined;
    if (implies) closeImplied(implies);
    if (name === 'a') end('a');
    if (link !== null && !open.includes('a')) opened('a', link);
    opened(
      AS_PRE.has(name) ? 'pre' : name,
      attributesOf(attributes),
      closed && (name === 'math' || open.includes('math')),
    );
  }

  /** What a link that a paragraph holds leads to: it goes on around a block, as browsers have it. */
  let linked = '';
  const openLink = (): string | null => {
    const [link, paragraph] = [open.lastIndexOf('a'), find(PARAGRAPH.closes, PARAGRAPH.upTo)];
    return paragraph !== -1 && link > paragraph && linked.length < 1000 ? linked : null;
  };

  function opened(name: string, attributes: string, closed = false): void {
    const isKept = !VOID.has(name) && !ONCE.has(name) && !closed;
    if (isKept && open.length >= DEEPEST) {
      beyond += 1;
      return;
    }
    if (FORMATTING.has(name) && emphases >= EMPHASES) return;
    write(`<${name}${attributes}>${closed ? `</${name}>` : ''}`);
    if (!isKept) return;
    open.push(name);
    if (FORMATTING.has(name)) emphases += 1;
    if (name === 'a') linked = attributes;
  }

  function text(said: string, isRaw: boolean): void {
    if (raw === 'json') write(`<script type="application/ld+json">${said.replaceAll('<', '\\u003c')}</script>`);
    else if (raw === 'no') write((isRaw ? said.replaceAll('&', '&amp;') : said).replaceAll('<', '&lt;'));
    raw = 'no';
  }

  return {
    take(token) {
      if (token.type === 'text') text(token.text, token.raw);
      else if (token.type === 'start') start(token);
      else end(AS_PRE.has(token.name) ? 'pre' : token.name);
    },
    isFull: () => tags > MOST_TAGS || length > MOST_WRITTEN,
    written: () => parts.join(''),
  };
}

const isData = (attributes: StartTag['attributes']): boolean =>
  attributes.some(([name, value]) => name.toLowerCase() === 'type' && /^\s*application\/ld\+json\b/i.test(value));

const attributesOf = (attributes: StartTag['attributes']): string =>
  attributes
    .filter(([name]) => /^[a-z_:@][\w:.@-]{0,100}$/i.test(name))
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${value.replaceAll('"', '&quot;')}"`))
    .join('');
