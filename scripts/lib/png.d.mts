/** `png` with a palette where no eye sees the difference; else `png` itself. */
export function squeeze(png: Buffer): Buffer;
