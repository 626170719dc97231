/** One message of each kind between worker and offscreen document that fits its schema. */
import type { OFFSCREEN_SCHEMAS } from '../../src/lib/protocol/offscreen/offscreen.ts';

export const GOOD_OFFSCREEN: Readonly<Record<keyof typeof OFFSCREEN_SCHEMAS, Readonly<Record<string, unknown>>>> = {
  'offscreen.open': { type: 'offscreen.open', service: 'model', name: 'offscreen/model/1' },
  'model.call': { type: 'call', id: 'r1/3', config: { id: 'a' }, mark: 'own-1', request: { task: 'answer' } },
  'model.lookup': { type: 'lookup', id: 'r1/3', at: 5 },
  'model.forget': { type: 'forget' },
  'model.found': { type: 'found', canResume: true },
  'model.events': { type: 'events', events: [{ type: 'text', text: 'Tea' }], toolCalling: 'native' },
  'probe.test': {
    type: 'test',
    candidate: {
      provider: 'ollama',
      endpoint: 'http://localhost:11434',
      key: 'none',
      model: 'llama3.2',
      contextTokens: 8192,
      keepAlive: 5,
    },
    mark: '',
    mayReach: null,
  },
  'probe.list': {
    type: 'list',
    server: { provider: 'ollama', endpoint: 'http://localhost:11434', key: 'none' },
    mark: '',
    mayReach: true,
  },
  'probe.answer': { type: 'answer', answer: { type: 'models', models: [] } },
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
  'file.read': { type: 'read', hash: '0a'.repeat(32), name: 'Tea.pdf' },
  'page.body': { type: 'read', kind: 'html', text: '<p>Tea.</p>', url: 'https://example.org/tea' },
  'page.event': { type: 'done', text: 'Tea.', about: { title: 'Tea' } },
  'ocr.fault': { type: 'fault', fault: 'broken', message: 'InvalidStateError' },
};
