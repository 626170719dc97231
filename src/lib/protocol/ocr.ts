/** What the offscreen document says of a picture, as the worker believes it: no more than it has checked. */
import type { Reading } from '../pipeline/ocr/types.ts';
import { check } from './check.ts';
import type { OcrEvent } from './ocr-schemas.ts';

/** The event in a message; a message that is none is a fault like any other. */
export function ocrEventIn(message: unknown): OcrEvent {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  const name = type === 'progress' ? 'ocr.progress' : type === 'done' ? 'ocr.done' : 'ocr.fault';
  const checked = check(name, message);
  if (!checked.ok) return { type: 'fault', fault: 'failed', message: checked.message.slice(0, 500) };
  const event: OcrEvent = checked.value;
  if (event.type === 'done' && !isWhole(event.reading))
    return { type: 'fault', fault: 'failed', message: 'A word of the reading is not in its text.' };
  return event;
}

/** What the schema cannot say: words stand in the text, one after the other. */
function isWhole({ text, words }: Reading): boolean {
  let last = 0;
  for (const { start, end } of words) {
    if (start < last || end <= start || end > text.length) return false;
    last = end;
  }
  return true;
}
