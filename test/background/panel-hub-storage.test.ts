/** What a panel is shown where storage fails. */
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/lib/agent/storage-ports.ts';
import { eventually } from '../kit/eventually.ts';
import { commitOf } from '../kit/store-conformance.ts';
import { hello, listener, make } from './listening.ts';

describe('a panel', () => {
  it('is told when the run of its tab cannot be read, and is shown what else there is', async () => {
    const { hub, store, commit } = make();
    await commit(commitOf('a', 0, 2, 1));
    store.load = () => Promise.reject(new StoreError('corrupt', 'It is no frame.'));
    const panel = listener();
    await hub.join(panel).handleHello(hello(1));
    expect(panel.events).toEqual([expect.objectContaining({ type: 'tab' }), { type: 'notice', code: 'corrupt' }]);
  });

  it('is shown the run of its tab with the next commit where storage did not answer, and gathers nothing before', async () => {
    const { hub, store, commit } = make();
    await commit(commitOf('a', 0, 2, 1));
    const load = store.load.bind(store);
    store.load = () => Promise.reject(new StoreError('denied', 'It did not answer.'));
    const panel = listener();
    await hub.join(panel).handleHello(hello(1));
    expect(panel.events.slice(1)).toEqual([{ type: 'notice', code: 'no-mirror' }]);
    store.load = load;
    await commit(commitOf('a', 2, 1, 1));
    await eventually(() => expect(panel.frames('a').map(({ seq }) => seq)).toEqual([0, 1, 2]));
  });

  it('is live though storage did not list the runs', async () => {
    const { hub, store } = make();
    store.listRuns = () => Promise.reject(new StoreError('denied', 'It did not answer.'));
    const panel = listener();
    await hub.join(panel).handleHello(hello(1));
    expect(panel.events.map(({ type }) => type)).toEqual(['tab', 'notice']);
  });
});
