/**
 * A picture → its text. The one rule: the engine sees dark letters on white, of a height that it knows, and is told
 * nothing else; what order they are read in is decided here.
 */
import { flattened } from './flatten.ts';
import { laidOut } from './layout.ts';
import type { Word } from './rows.ts';
import { inPicture, sheetOf } from './sheet.ts';
import { stripsOf } from './strips.ts';
import type { Pixels, RawWord, Reading, Recognise } from './types.ts';

/** Rejects as `recognise` does, or with the signal's reason. */
export async function readPicture(
  pixels: Pixels,
  recognise: Recognise,
  {
    signal,
    onProgress = () => undefined,
  }: { readonly signal: AbortSignal; readonly onProgress?: (share: number) => void },
): Promise<Reading> {
  signal.throwIfAborted();
  const flat = flattened(pixels);
  signal.throwIfAborted();
  onProgress(0.05);
  const { width, height } = pixels;
  const { boxes, letter } = stripsOf(flat);
  if (boxes.length === 0) return { width, height, text: '', words: [] };
  const sheet = sheetOf(flat, boxes, letter, Math.min(4, Math.max(1, 32 / letter)));
  signal.throwIfAborted();
  onProgress(0.1);
  const found = await recognise(sheet.picture, 'page');
  signal.throwIfAborted();
  onProgress(1);
  const words = found.flatMap((word) => {
    const box = inPicture(word.box, sheet);
    return box === null ? [] : placed({ ...word, box }, pixels, 1);
  });
  return { width, height, ...laidOut(words) };
}

/** The word in the picture's own pixels; nothing where it says nothing or stands nowhere. */
function placed({ text, confidence, box }: RawWord, { width, height }: Pixels, factor: number): Word[] {
  const said = text.replace(/\s+/gu, '');
  const x0 = Math.min(width, Math.max(0, Math.round(box.x / factor)));
  const y0 = Math.min(height, Math.max(0, Math.round(box.y / factor)));
  const x1 = Math.min(width, Math.max(0, Math.round((box.x + box.width) / factor)));
  const y1 = Math.min(height, Math.max(0, Math.round((box.y + box.height) / factor)));
  if (said === '' || !(x1 > x0) || !(y1 > y0)) return [];
  const sure = Number.isFinite(confidence) ? Math.min(100, Math.max(0, confidence)) : 0;
  return [{ text: said, confidence: sure, box: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } }];
}
