/** Validates the offscreen document's messages about a picture. */
import type { Reading } from '../pipeline/ocr/types.ts';
import { check } from './check.ts';
import type { OcrEvent } from './ocr-schemas.ts';

export function parseOcrEvent(message: unknown): OcrEvent {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
  const name = type === 'progress' ? 'ocr.progress' : type === 'done' ? 'ocr.done' : 'ocr.fault';
  const checked = check(name, message);
  if (!checked.ok) return { type: 'fault', fault: 'failed', message: checked.message.slice(0, 500) };
  const event: OcrEvent = checked.value;
  if (event.type === 'done' && !isConsistent(event.reading))
    return { type: 'fault', fault: 'failed', message: 'A word of the reading is not in its text.' };
  return event;
}

/** Words must be within the text, in order and without overlap. */
function isConsistent({ text, words }: Reading): boolean {
  let last = 0;
  for (const { start, end } of words) {
    if (start < last || end <= start || end > text.length) return false;
    last = end;
  }
  return true;
}
