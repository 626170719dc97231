/**
 * PDFs for tests, written by hand: text at places, in the fonts that every reader knows. The one rule: what is given is
 * what stands in the file, in that order; nothing is laid out here but by {@link prose}.
 */

/** A piece of text; `y` is counted from the bottom of the page, as PDFs do. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  /** `plain` has Latin letters; the others two bytes a character. */
  readonly font?: FontName;
}

/** `mapped` brings a table of its letters with it; `named` names one of Adobe's, which the reader has to know. */
type FontName = 'plain' | 'mapped' | 'named';

export interface PdfOptions {
  readonly info?: Readonly<Record<string, string>>;
  readonly language?: string;
  /** Encrypted with a password that nobody has. */
  readonly locked?: boolean;
  /** Quarter turns, as a scanner writes them. */
  readonly rotate?: 0 | 90 | 180 | 270;
}

const PAGE_WIDTH = 595;
const PAGE_HEIGHT = 842;

const FONTS: Readonly<Record<FontName, readonly string[]>> = {
  plain: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
  mapped: [
    '<< /Type /Font /Subtype /Type0 /BaseFont /Ming /Encoding /Identity-H /DescendantFonts [$1] /ToUnicode $2 >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Ming /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 1000 /FontDescriptor $3 >>',
    stream(
      '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end',
    ),
    '<< /Type /FontDescriptor /FontName /Ming /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ],
  named: [
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [$1] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 /FontDescriptor $2 >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ],
};

function stream(content: string): string {
  return `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`;
}

/** The file, as bytes. A page of no text is a blank one. */
export function pdfOf(pages: readonly (readonly Placed[])[], options: PdfOptions = {}): Buffer {
  const objects: string[] = ['', '']; // catalogue and page tree, once the rest is known
  const add = (body: string): number => objects.push(body);
  const fonts = Object.entries(FONTS).map(([name, parts]) => {
    const first = objects.length + 1;
    for (const part of parts) add(part.replace(/\$(\d)/g, (_, n: string) => `${String(first + Number(n))} 0 R`));
    return `/${name} ${String(first)} 0 R`;
  });
  const kids = pages.map((texts) => {
    const content = add(stream(texts.map(shown).join('\n')));
    const page = add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${String(PAGE_WIDTH)} ${String(PAGE_HEIGHT)}] ` +
        `/Rotate ${String(options.rotate ?? 0)} /Contents ${String(content)} 0 R /Resources << /Font << ${fonts.join(' ')} >> >> >>`,
    );
    return `${String(page)} 0 R`;
  });
  const language = options.language === undefined ? '' : ` /Lang ${literal(options.language)}`;
  objects[0] = `<< /Type /Catalog /Pages 2 0 R${language} >>`;
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${String(kids.length)} >>`;
  const trailer: string[] = [];
  if (options.info) {
    const entries = Object.entries(options.info).map(([key, value]) => `/${key} ${literal(value)}`);
    trailer.push(`/Info ${String(add(`<< ${entries.join(' ')} >>`))} 0 R`);
  }
  if (options.locked === true) {
    const nobodys = `<${'5a'.repeat(32)}>`;
    const encrypted = `<< /Filter /Standard /V 1 /R 2 /O ${nobodys} /U ${nobodys} /P -44 >>`;
    trailer.push(`/Encrypt ${String(add(encrypted))} 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>]`);
  }
  return assembled(objects, trailer.join(' '));
}

function shown({ x, y, text, size = 11, font = 'plain' }: Placed): string {
  return `BT /${font} ${String(size)} Tf 1 0 0 1 ${String(x)} ${String(y)} Tm ${font === 'plain' ? literal(text) : wide(text)} Tj ET`;
}

const wide = (text: string): string =>
  `<${Array.from(text, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('')}>`;

const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

function assembled(objects: readonly string[], trailer: string): Buffer {
  let file = '%PDF-1.5\n';
  const places = objects.map((body, i) => {
    const at = file.length;
    file += `${String(i + 1)} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const xref = file.length;
  const lines = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${String(objects.length + 1)}\n0000000000 65535 f \n${lines}`;
  file += `trailer\n<< /Size ${String(objects.length + 1)} /Root 1 0 R ${trailer} >>\nstartxref\n${String(xref)}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Lines of running text under one another, from the top of a column. */
export function prose(lines: readonly string[], { x = 72, top = 760, size = 11, step = 14 } = {}): Placed[] {
  return lines.map((text, i) => ({ x, y: top - i * step, text, size }));
}

/** A page of a scanner: a picture, and no text. */
export const scanned = (): Placed[] => [];
