/** What every generated screen is made of. The one rule: text is escaped here and nowhere else. */

import type { Language } from './engine.ts';

export interface Screen {
  readonly kind: string;
  /** A whole document of `WIDTH` CSS pixels; it loads nothing. */
  readonly html: string;
  /** What a user would type who copied it out: rows of a table with two spaces between cells, code with its indentation. */
  readonly truth: string;
  /** The cells of its table, if it has one; '' for those that are empty. */
  readonly table?: { readonly rows: readonly (readonly string[])[]; readonly isRuled: boolean };
  /** Only the `main` element is taken. */
  readonly isCropped?: boolean;
  /** In which it is read: English unless said. */
  readonly languages?: readonly Language[];
  /** Quality of the JPEG it went through: 1 to 100. */
  readonly jpeg?: number;
}

export const WIDTH = 720;
export const HEIGHT = 480;

export const SERIF = "'Liberation Serif', 'Times New Roman', serif";
export const SANS = "'Liberation Sans', Arial, sans-serif";
export const WIDE_SANS = "'DejaVu Sans', Verdana, sans-serif";
export const WIDE_SERIF = "'DejaVu Serif', Georgia, serif";
export const MONO = "'Liberation Mono', 'Courier New', monospace";
export const WIDE_MONO = "'DejaVu Sans Mono', Menlo, monospace";

export interface Look {
  readonly font?: string;
  /** CSS pixels. */
  readonly size?: number;
  readonly ink?: string;
  readonly paper?: string;
  /** Rules besides. */
  readonly css?: string;
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const element = (name: string, text: string, style = ''): string =>
  `<${name}${style === '' ? '' : ` style="${style}"`}>${escaped(text)}</${name}>`;

export function screen(kind: string, truth: string, body: string, look: Look = {}): Screen {
  const { font = SANS, size = 15, ink = '#1b1b1b', paper = '#ffffff', css = '' } = look;
  const rules = `*{box-sizing:border-box}html{height:100%}body{margin:0;padding:18px 22px;min-height:100%;
    background:${paper};color:${ink};font:${size}px/1.45 ${font}}p{margin:0 0 .8em}${css}`;
  const html = `<!doctype html><meta charset="utf-8"><style>${rules}</style><body>${body}</body>`;
  return { kind, html, truth };
}
