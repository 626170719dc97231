/** One message of each kind between worker and offscreen document that fits its schema. */
import type { OFFSCREEN_SCHEMAS } from '../../src/lib/protocol/offscreen/offscreen.ts';

export const GOOD_OFFSCREEN: Readonly<Record<keyof typeof OFFSCREEN_SCHEMAS, Readonly<Record<string, unknown>>>> = {
  'offscreen.open': { type: 'offscreen.open', service: 'prompt', name: 'offscreen/prompt/1' },
  'prompt.call': {
    type: 'call',
    system: 'Summarise.',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Tea.' },
          { type: 'image', mediaType: 'image/png', data: 'aGk=' },
        ],
      },
    ],
    languages: ['en'],
    json: { type: 'object' },
  },
  'prompt.question': { type: 'question' },
  'prompt.ready': { type: 'ready' },
  'prompt.text': { type: 'text', text: 'Tea' },
  'prompt.done': { type: 'done', input: 12, output: 3 },
  'prompt.fault': {
    type: 'fault',
    fault: {
      state: 'available',
      during: 'prompt',
      name: 'QuotaExceededError',
      message: 'The input is too large.',
      requested: 10_000,
      quota: 9000,
      contextTokens: 9216,
      blind: false,
    },
  },
  'prompt.state': { type: 'state', state: 'available', contextTokens: 9216, pictures: true, why: '' },
  'pdf.file': { type: 'piece', text: 'JVBERi0=', size: 5 },
  'pdf.event': { type: 'done', text: '## Page 1\n\nTea.', about: { title: 'Tea' } },
  'ocr.call': { type: 'read', hash: '0a'.repeat(32), languages: ['eng'] },
  'ocr.progress': { type: 'progress', share: 0.5 },
  'ocr.done': {
    type: 'done',
    reading: {
      width: 200,
      height: 50,
      text: 'Tea',
      words: [{ start: 0, end: 3, confidence: 91.5, box: { x: 5, y: 7, width: 40, height: 12 } }],
    },
    languages: ['eng'],
    reduced: false,
  },
  'page.body': { type: 'read', kind: 'html', text: '<p>Tea.</p>', url: 'https://example.org/tea' },
  'page.event': { type: 'done', text: 'Tea.', about: { title: 'Tea' } },
  'ocr.fault': { type: 'fault', fault: 'broken', message: 'InvalidStateError' },
};
