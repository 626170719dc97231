/** OCR errors within the reading thread. */
import { getErrorMessage } from '../lib/base/errors.ts';
import type { OcrEvent, OcrFault } from '../lib/protocol/ocr-schemas.ts';

export class OcrError extends Error {
  readonly fault: OcrFault;
  constructor(fault: OcrFault, message: string) {
    super(message);
    this.name = 'OcrError';
    this.fault = fault;
  }
}

/** The only sign of out-of-memory errors. */
const OUT_OF_MEMORY = /\bOOM\b|memory|bad_alloc|allocation|array length|array buffer/i;

export function toOcrFaultEvent(thrown: unknown): OcrEvent {
  const message = getErrorMessage(thrown).slice(0, 500);
  if (thrown instanceof OcrError) return { type: 'fault', fault: thrown.fault, message };
  return { type: 'fault', fault: OUT_OF_MEMORY.test(message) ? 'memory' : 'failed', message };
}
