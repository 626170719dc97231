/** Makes markup balanced, bounded and inert: browsers parse deep markup in quadratic time, which could block the panel. */
import { LATE_PLACE } from '../data/late-parts.ts';
import { isHidingStyle } from '../read/visibility.ts';
import { tokeniseMarkup, type StartTag, type MarkupToken } from './tokenise-markup.ts';

/** The HTML standard's rules on which tags end others. */

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const VOID = toSet(
  'area base basefont bgsound br col embed hr image img input keygen link meta param source track wbr',
);
/** Reopened by a browser if unclosed. */
const FORMATTING = toSet('a b big code em font i s small strike strong tt u');
const SKIPPED = toSet('svg template');
const RAW_SKIPPED = toSet('style textarea iframe noembed noframes');
const DROPPED_TAGS = toSet('nobr frameset frame');
const ONCE = toSet('html head body');
const AS_PRE = toSet('xmp plaintext');
const TABLE = toSet('table caption colgroup thead tbody tfoot tr td th');
const TABLE_SCOPE = toSet('table');
const SCOPE = toSet('table td th caption object applet marquee math mi mo mn ms mtext annotation-xml');
const SPECIAL = new Set([
  ...TABLE,
  ...toSet(
    'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure',
  ),
  ...toSet(
    'footer form h1 h2 h3 h4 h5 h6 header hgroup li listing main marquee menu nav noscript object ol p plaintext pre',
  ),
  ...toSet('search section select summary title ul xmp'),
]);
const ENDS_PARAGRAPH = new Set(
  [...SPECIAL, 'hr'].filter(
    (name) =>
      !toSet('button noscript object applet marquee select title').has(name) && (name === 'table' || !TABLE.has(name)),
  ),
);

interface ImpliedEnd {
  readonly closes: ReadonlySet<string>;
  readonly upTo: ReadonlySet<string>;
}
const createImpliedEnd = (closes: string, upTo: Iterable<string>): ImpliedEnd => ({
  closes: toSet(closes),
  upTo: new Set(upTo),
});
const listSpecialExcept = (names: string): Iterable<string> => [...SPECIAL].filter((name) => !toSet(names).has(name));
const ITEM = createImpliedEnd('li', listSpecialExcept('address div p li'));
const TERM = createImpliedEnd('dd dt', listSpecialExcept('address div p dd dt'));
const ROWS = createImpliedEnd('caption colgroup thead tbody tfoot', ['table']);
const CELL = createImpliedEnd('td th', ['table']);
const RUBY = createImpliedEnd('rt rp', ['ruby']);
const OPTION = createImpliedEnd('option', ['select', 'datalist']);

/** By the tag that ends others. */
const IMPLIES: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', ITEM],
  ['tr', createImpliedEnd('tr', ['table'])],
  ...['dd', 'dt'].map((name) => [name, TERM] as const),
  ...['td', 'th'].map((name) => [name, CELL] as const),
  ...['rt', 'rp'].map((name) => [name, RUBY] as const),
  ...['option', 'optgroup'].map((name) => [name, OPTION] as const),
  ...['caption', 'colgroup', 'thead', 'tbody', 'tfoot'].map((name) => [name, ROWS] as const),
]);
const PARAGRAPH = createImpliedEnd('p', [...SCOPE, 'button']);

/** Deeper than real pages, and than what `flatten.ts` reads. */
export const [MAX_DEPTH, MAX_EMPHASES] = [250, 8];
/** Tags, and characters written, since reopened links are written again. */
const MAX_TAGS = 100_000;
export const MAX_LENGTH = 12_000_000;
/** A browser undoes at most seven at once. */
const MAX_CROSSED_BLOCKS = 4;

export interface BalancedMarkup {
  readonly markup: string;
  /** There was more of it than is written. */
  readonly cut: boolean;
}

export function balanceMarkup(html: string): BalancedMarkup {
  const writer = createMarkupWriter();
  let [skipping, depth] = ['', 0];
  for (const token of tokeniseMarkup(html)) {
    if (writer.isFull()) return { markup: writer.getMarkup(), cut: true };
    if (skipping !== '') {
      if (token.type !== 'text' && token.name === skipping && !(token.type === 'start' && token.closed))
        depth += token.type === 'start' ? 1 : -1;
      if (depth === 0) skipping = '';
    } else if (token.type === 'start' && SKIPPED.has(token.name)) {
      if (!token.closed) [skipping, depth] = [token.name, 1];
      if (token.attributes.some(([name, value]) => name === 'id' && LATE_PLACE.test(value))) {
        writer.writeToken(token);
        writer.writeToken({ type: 'end', name: token.name });
      }
    } else writer.writeToken(token);
  }
  return { markup: writer.getMarkup(), cut: false };
}

interface MarkupWriter {
  writeToken(token: MarkupToken): void;
  readonly isFull: () => boolean;
  readonly getMarkup: () => string;
}

function createMarkupWriter(): MarkupWriter {
  const parts: string[] = ['<!doctype html>'];
  const open: string[] = [];
  const seen = new Set<string>();
  let [tags, length, emphases, beyond] = [0, 0, 0, 0];
  /** The type of JSON, or what else becomes of the text. */
  let raw = 'no';

  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const closeTo = (index: number): void => {
    while (open.length > index) closeAt(open.length - 1);
  };
  const closeAt = (index: number): void => {
    const [name = ''] = open.splice(index, 1);
    if (FORMATTING.has(name)) emphases -= 1;
    write(`</${name}>`);
  };
  /** Index of the innermost open one of `names` with none of `upTo` inside it; -1 if none. */
  const findOpen = (names: ReadonlySet<string>, upTo: ReadonlySet<string>): number => {
    for (let i = open.length - 1; i >= 0; i -= 1) {
      const name = open[i] ?? '';
      if (names.has(name)) return i;
      if (upTo.has(name)) return -1;
    }
    return -1;
  };
  const closeImplied = ({ closes, upTo }: ImpliedEnd): void => {
    const at = findOpen(closes, upTo);
    if (at !== -1) closeTo(at);
  };

  function writeEnd(name: string): void {
    if (beyond > 0 && !VOID.has(name)) {
      beyond -= 1;
      return;
    }
    const upTo = TABLE.has(name) ? TABLE_SCOPE : SPECIAL.has(name) || FORMATTING.has(name) ? SCOPE : SPECIAL;
    const at = findOpen(new Set([name]), upTo);
    if (at === -1) return;
    const across = FORMATTING.has(name) ? open.slice(at).filter((openName) => SPECIAL.has(openName)).length : 0;
    if (across === 0) closeTo(at);
    else if (across <= MAX_CROSSED_BLOCKS) closeAt(at);
  }

  function writeStart({ name, attributes, closed }: StartTag): void {
    if (DROPPED_TAGS.has(name) || !/^[a-z][a-z0-9-]{0,60}$/.test(name) || (ONCE.has(name) && seen.has(name))) return;
    if (ONCE.has(name)) seen.add(name);
    tags += 1;
    raw = RAW_SKIPPED.has(name) ? 'skipped' : 'no';
    if (raw === 'skipped') return;
    if (name === 'script') {
      raw = findJsonType(attributes) ?? 'skipped';
      return;
    }
    if (beyond > 0 && !VOID.has(name)) {
      beyond += 1;
      return;
    }
    const link = ENDS_PARAGRAPH.has(name) ? findOpenLink() : null;
    if (ENDS_PARAGRAPH.has(name)) closeImplied(PARAGRAPH);
    const implied = IMPLIES.get(name);
    if (implied) closeImplied(implied);
    if (name === 'a') writeEnd('a');
    if (link !== null && !open.includes('a')) writeOpenTag('a', link);
    writeOpenTag(
      AS_PRE.has(name) ? 'pre' : name,
      attributes.map(formatAttribute).join(''),
      closed && (name === 'math' || open.includes('math')),
    );
  }

  /** Link open in a paragraph: reopened in a block that ends the paragraph, as browsers do. */
  let linkAttributes = '';
  const findOpenLink = (): string | null => {
    const [link, paragraph] = [open.lastIndexOf('a'), findOpen(PARAGRAPH.closes, PARAGRAPH.upTo)];
    return paragraph !== -1 && link > paragraph && linkAttributes.length < 1000 ? linkAttributes : null;
  };

  function writeOpenTag(name: string, attributes: string, closed = false): void {
    const isKept = !VOID.has(name) && !ONCE.has(name) && !closed;
    if (isKept && open.length >= MAX_DEPTH) {
      beyond += 1;
      return;
    }
    if (FORMATTING.has(name) && emphases >= MAX_EMPHASES) return;
    write(`<${name}${attributes}>${closed ? `</${name}>` : ''}`);
    if (!isKept) return;
    open.push(name);
    if (FORMATTING.has(name)) emphases += 1;
    if (name === 'a') linkAttributes = attributes;
  }

  function writeText(content: string, isRaw: boolean): void {
    if (raw === 'no') write((isRaw ? content.replaceAll('&', '&amp;') : content).replaceAll('<', '&lt;'));
    else if (raw !== 'skipped') write(`<script type="${raw}">${content.replaceAll('<', '\\u003c')}</script>`);
    raw = 'no';
  }

  return {
    writeToken(token) {
      if (token.type === 'text') writeText(token.text, token.raw);
      else if (token.type === 'start') writeStart(token);
      else writeEnd(AS_PRE.has(token.name) ? 'pre' : token.name);
    },
    isFull: () => tags > MAX_TAGS || length > MAX_LENGTH,
    getMarkup: () => parts.join(''),
  };
}

/** Undefined for a script that is no data. */
const findJsonType = (attributes: StartTag['attributes']): string | undefined => {
  const type = attributes.find(([name]) => name.toLowerCase() === 'type')?.[1] ?? '';
  return /^\s*(application\/(?:ld\+)?json)\b/i.exec(type)?.[1];
};

/** Styles and event handlers are dropped: the extension's CSP would log a violation for each. */
function formatAttribute([name, value]: StartTag['attributes'][number]): string {
  if (/^style$/i.test(name)) return isHidingStyle(value) ? ' hidden' : '';
  if (!/^[a-z_:@][\w:.@-]{0,100}$/i.test(name) || /^on[a-z]/i.test(name)) return '';
  return value === '' ? ` ${name}` : ` ${name}="${value.replaceAll('"', '&quot;')}"`;
}
