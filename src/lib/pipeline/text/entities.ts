/** Decodes HTML entities in Markdown: Latin 1 and common signs. Unknown ones stay as written. */
const LATIN_1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');

/** Names, each before its character. */
const OTHERS = (
  'amp & lt < gt > quot " apos \' hellip … mdash — ndash – lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ ' +
  'lsaquo ‹ rsaquo › bull • prime ′ Prime ″ euro € trade ™ minus − le ≤ ge ≥ ne ≠ asymp ≈ infin ∞ permil ‰ ' +
  'larr ← rarr → ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f OElig Œ ' +
  'oelig œ Scaron Š scaron š'
).split(' ');

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ...OTHERS.map((name, i) => [name, OTHERS[i + 1] ?? ''] as const).filter((_, i) => i % 2 === 0),
]);

const ENTITY = /^&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,7}));/;

export interface DecodedToken {
  readonly text: string;
  /** In source characters. */
  readonly length: number;
}

/** Undefined if there is none. */
export function parseEntity(text: string, at: number): DecodedToken | undefined {
  const [whole = '', decimal, hex, name] = ENTITY.exec(text.slice(at, at + 12)) ?? [];
  const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
  const decodedText = point !== undefined ? fromCodePoint(point) : NAMED_ENTITIES.get(name ?? '');
  return decodedText === undefined ? undefined : { text: decodedText, length: whole.length };
}

export function decodeEntities(text: string): string {
  return text.replace(/&[#\w]{2,9};/g, (entity) => {
    const found = parseEntity(entity, 0);
    return found?.length === entity.length ? found.text : entity;
  });
}

function fromCodePoint(point: number): string {
  return point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
    ? '\ufffd'
    : String.fromCodePoint(point);
}
