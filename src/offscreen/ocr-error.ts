/** Why a picture was not read, as it is thrown within the thread that reads it. */
import { messageOf } from '../lib/base/errors.ts';
import type { OcrEvent, OcrFault } from '../lib/protocol/ocr-schemas.ts';

export class OcrError extends Error {
  readonly fault: OcrFault;
  constructor(fault: OcrFault, message: string) {
    super(message);
    this.name = 'OcrError';
    this.fault = fault;
  }
}

/** How engines and browsers say that there was no memory left; there is no other sign of it. */
const MEMORY = /\bOOM\b|memory|bad_alloc|allocation|array length|array buffer/i;

/** Anything that was thrown, as an event. */
export function faultOf(thrown: unknown): OcrEvent {
  const message = messageOf(thrown).slice(0, 500);
  if (thrown instanceof OcrError) return { type: 'fault', fault: thrown.fault, message };
  return { type: 'fault', fault: MEMORY.test(message) ? 'memory' : 'failed', message };
}
