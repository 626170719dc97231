/** Word files, made when they are asked for. */
import { strToU8, zipSync, type Zippable } from 'fflate';

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${run(text)}</w:p>`;

export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** `body`: the markup of its body. `parts`: what else is in the archive. */
export function docxOf(body: string, parts: Zippable = {}): Uint8Array<ArrayBuffer> {
  return zipSync({
    '[Content_Types].xml': strToU8(TYPES),
    '_rels/.rels': strToU8(RELATIONS),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="${NAMESPACE}"><w:body>${body}</w:body></w:document>`,
    ),
    ...parts,
  });
}
