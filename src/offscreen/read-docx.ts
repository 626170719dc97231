/** The text of a .docx file as markup, with mammoth. Only its texts are unpacked, and no more of them than is read. */
import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';

/** Of all texts together. Unpacked, a part has at most the size that the file states: an archive may understate it. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 1000;
/** The library builds several trees of them. */
const MAX_ELEMENTS = 1_000_000;
/** The library writes a note out at each reference to it. */
const MAX_REPEATED_NOTES = 100;

export interface DocxFault {
  readonly type: 'fault';
  readonly fault: 'broken' | 'large';
}

type DocxReading = { readonly type: 'markup'; readonly markup: string } | DocxFault;

/** Never rejects. */
export async function readDocx(bytes: Uint8Array): Promise<DocxReading> {
  try {
    let [total, parts] = [0, 0];
    const texts = unzipSync(bytes, {
      filter({ name, originalSize, size }) {
        if (!/\.(?:xml|rels)$/.test(name) || /^word\/(?:theme|glossary)\//.test(name)) return false;
        total += Math.max(originalSize, size);
        parts += 1;
        if (total > MAX_UNPACKED_BYTES || parts > MAX_PARTS) throw new TooLargeError();
        return true;
      },
    });
    if (countElements(Object.values(texts)) > MAX_ELEMENTS || repeatsNotes(texts)) throw new TooLargeError();
    const { buffer } = zipSync(texts, { level: 0 });
    const { value } = await mammoth.convertToHtml(toInput(buffer), {
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    });
    return { type: 'markup', markup: value };
  } catch (thrown) {
    return { type: 'fault', fault: thrown instanceof TooLargeError ? 'large' : 'broken' };
  }
}

class TooLargeError extends Error {}

function countElements(texts: readonly Uint8Array[]): number {
  let count = 0;
  for (const text of texts) for (let at = text.indexOf(LESS); at >= 0; at = text.indexOf(LESS, at + 1)) count += 1;
  return count;
}

const LESS = 0x3c;

function repeatsNotes(texts: Readonly<Record<string, Uint8Array>>): boolean {
  const body = new TextDecoder().decode(texts['word/document.xml']);
  const notes = [...body.matchAll(/noteReference\b[^>]{0,500}?\bid\s*=\s*["']([^"']{0,20})/g)].map(([, id]) => id);
  return notes.length - new Set(notes).size > MAX_REPEATED_NOTES;
}

/** The library takes one field in browsers and the other elsewhere. */
const toInput = (buffer: ArrayBuffer) => ({ arrayBuffer: buffer, buffer }) as unknown as { arrayBuffer: ArrayBuffer };
