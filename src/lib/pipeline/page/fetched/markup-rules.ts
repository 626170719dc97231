/** The HTML standard's rules on which tags end others. */

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const VOID = toSet(
  'area base basefont bgsound br col embed hr image img input keygen link meta param source track wbr',
);
/** Reopened by a browser if unclosed. */
export const FORMATTING = toSet('a b big code em font i s small strike strong tt u');
export const SKIPPED = toSet('svg template');
export const RAW_SKIPPED = toSet('style textarea iframe noembed noframes');
export const DROPPED_TAGS = toSet('nobr frameset frame');
export const ONCE = toSet('html head body');
export const AS_PRE = toSet('xmp plaintext');
export const TABLE = toSet('table caption colgroup thead tbody tfoot tr td th');
export const TABLE_SCOPE = toSet('table');
export const SCOPE = toSet('table td th caption object applet marquee math mi mo mn ms mtext annotation-xml');
export const SPECIAL = new Set([
  ...TABLE,
  ...toSet(
    'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure',
  ),
  ...toSet(
    'footer form h1 h2 h3 h4 h5 h6 header hgroup li listing main marquee menu nav noscript object ol p plaintext pre',
  ),
  ...toSet('search section select summary title ul xmp'),
]);
export const ENDS_PARAGRAPH = new Set(
  [...SPECIAL, 'hr'].filter(
    (name) =>
      !toSet('button noscript object applet marquee select title').has(name) && (name === 'table' || !TABLE.has(name)),
  ),
);

export interface ImpliedEnd {
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
export const IMPLIES: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', ITEM],
  ['tr', createImpliedEnd('tr', ['table'])],
  ...['dd', 'dt'].map((name) => [name, TERM] as const),
  ...['td', 'th'].map((name) => [name, CELL] as const),
  ...['rt', 'rp'].map((name) => [name, RUBY] as const),
  ...['option', 'optgroup'].map((name) => [name, OPTION] as const),
  ...['caption', 'colgroup', 'thead', 'tbody', 'tfoot'].map((name) => [name, ROWS] as const),
]);
export const PARAGRAPH = createImpliedEnd('p', [...SCOPE, 'button']);
