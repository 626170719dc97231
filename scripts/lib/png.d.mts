/** `png` with a palette where no eye sees the difference; else `png` itself. */
export function squeeze(png: Buffer): Buffer;
/** An 8-bit RGB picture, as browsers write screenshots: three bytes a pixel, row by row. Null for any other. */
export function rgbOf(
  png: Buffer,
): { readonly width: number; readonly height: number; readonly header: Buffer; readonly bytes: Buffer } | null;
