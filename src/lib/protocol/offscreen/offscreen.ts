/** Worker–offscreen messages. The document opens every port: listening would hold the panel's port too. */
import { FETCHED_SCHEMAS } from './fetched.ts';
import { FILE_SCHEMAS } from './file.ts';
import { MODEL_SCHEMAS } from './model.ts';
import { OCR_SCHEMAS } from './ocr.ts';
import { PDF_SCHEMAS } from './pdf.ts';
import { PROBE_SCHEMAS } from './probe.ts';
import { TOOL_SERVER_SCHEMAS } from './tool-server.ts';
import { defineObject } from '../../schema/object.ts';

export const OFFSCREEN_PAGE = 'src/offscreen/index.html';
/** When it closes, the other side is gone. */
export const OFFSCREEN_PORT = 'offscreen';

const OFFSCREEN_SERVICES = ['model', 'probe', 'pdf', 'ocr', 'page', 'file', 'tool-server'] as const;
export type OffscreenService = (typeof OFFSCREEN_SERVICES)[number];

export interface PortLike {
  readonly name: string;
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(on: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(on: () => void): void };
}

export const OFFSCREEN_SCHEMAS = {
  'offscreen.open': defineObject({
    type: { const: 'offscreen.open' },
    service: { enum: OFFSCREEN_SERVICES },
    name: { type: 'string', pattern: '^offscreen/[a-z-]{1,20}/[0-9]{1,15}$', maxLength: 60 },
  }),
  ...MODEL_SCHEMAS,
  ...PROBE_SCHEMAS,
  ...PDF_SCHEMAS,
  ...OCR_SCHEMAS,
  ...FETCHED_SCHEMAS,
  ...FILE_SCHEMAS,
  ...TOOL_SERVER_SCHEMAS,
} as const;
