/** One request of each kind that fits its schema. */
import type { RequestName } from '../../src/lib/protocol/messages.ts';

const HASH = 'a'.repeat(64);

export const GOOD_REQUESTS: Readonly<Record<RequestName, Readonly<Record<string, unknown>>>> = {
  'run.start': { type: 'run.start', job: 'summarise', tabId: 3, commandId: 'c' },
  'run.ask': {
    type: 'run.ask',
    goal: 'How deep is it?',
    tabId: 3,
    also: [],
    selection: null,
    pictures: [],
    commandId: 'c',
  },
  'run.follow': {
    type: 'run.follow',
    runId: 'r',
    goal: 'And how wide?',
    tabId: 3,
    also: [4],
    selection: HASH,
    pictures: [{ hash: HASH, text: null, url: 'https://example.org/', title: 'A page' }],
    commandId: 'c',
  },
  'selection.start': { type: 'selection.start', tabId: 3, action: 'explain', preset: '', commandId: 'c' },
  'selection.act': { type: 'selection.act', action: 'explain', preset: '', text: 'a word', commandId: 'c' },
  'selection.menu': { type: 'selection.menu' },
  'selection.hide': { type: 'selection.hide', where: 'site' },
  'picture.take': { type: 'picture.take', tabId: 3, what: 'region', commandId: 'c' },
  'picture.read': {
    type: 'picture.read',
    tabId: 3,
    pictures: [{ hash: HASH, text: null, url: '', title: '' }],
    commandId: 'c',
  },
  'region.chosen': {
    type: 'region.chosen',
    ticket: 't',
    region: { x: 1.5, y: 2, width: 300, height: 200, viewWidth: 1280, viewHeight: 800 },
  },
  'run.cancel': { type: 'run.cancel', runId: 'r', commandId: 'c' },
  'run.retry': { type: 'run.retry', runId: 'r', commandId: 'c' },
  'run.answer': { type: 'run.answer', runId: 'r', commandId: 'c', ask: '2/question', text: 'The second one.' },
  'run.approve': { type: 'run.approve', runId: 'r', commandId: 'c', ask: '2.0/k', hash: HASH },
  'run.decline': { type: 'run.decline', runId: 'r', commandId: 'c', ask: '2.0/k' },
  'run.outcome': { type: 'run.outcome', runId: 'r', commandId: 'c', ask: '2.0/k', happened: true },
  'run.restore': { type: 'run.restore', runId: 'r', commandId: 'c', compaction: 'r/12' },
  'run.keep': { type: 'run.keep', runId: 'r', kept: true },
  'history.list': { type: 'history.list', tabId: 3, query: '' },
  'history.open': { type: 'history.open', runId: 'r' },
  'page.estimate': { type: 'page.estimate', tabId: 3 },
  'session.clear': { type: 'session.clear' },
  'model.test': {
    type: 'model.test',
    candidate: {
      provider: 'ollama',
      endpoint: 'ftp://nowhere',
      model: 'm',
      key: 'saved',
      contextTokens: 4096,
      keepAlive: 5,
    },
  },
  'model.list': { type: 'model.list', candidate: { provider: 'ollama', endpoint: 'ftp://nowhere', key: 'none' } },
  'model.stop': { type: 'model.stop' },
};
