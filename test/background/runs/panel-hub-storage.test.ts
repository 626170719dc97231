/** What a panel is shown where storage fails. */
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/lib/agent/storage-ports.ts';
import { eventually } from '../../kit/base/eventually.ts';
import { commitOf } from '../../kit/storage/store-conformance.ts';
import { virtualClock } from '../../kit/base/virtual-clock.ts';
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

  it('is shown the run of its tab a while later where storage did not answer, and is told of it once', async () => {
    const clock = virtualClock();
    const { hub, store, commit } = make(clock);
    await commit(commitOf('a', 0, 2, 1));
    const load = store.load.bind(store);
    let tries = 0;
    store.load = (...args) =>
      (tries += 1) < 3 ? Promise.reject(new StoreError('denied', 'It did not answer.')) : load(...args);
    const panel = listener();
    await hub.join(panel).handleHello(hello(1));
    for (const tried of [2, 3]) {
      clock.pass(10_000);
      await eventually(() => expect(tries).toBe(tried));
    }
    await eventually(() => expect(panel.frames('a').map(({ seq }) => seq)).toEqual([0, 1]));
    expect(panel.events.filter(({ type }) => type === 'notice')).toHaveLength(1);
  });

  it('is told of the run of another tab too, and that is read again', async () => {
    const clock = virtualClock();
    const { hub, store, commit } = make(clock);
    await commit(commitOf('a', 0, 2, 1));
    await commit(commitOf('b', 0, 2, 2));
    let tries = 0;
    store.load = () => Promise.reject(new StoreError('denied', `It did not answer ${String((tries += 1))}.`));
    const panel = listener();
    const line = hub.join(panel);
    await line.handleHello(hello(1));
    for (const tried of [2, 3, 4, 5, 6]) {
      clock.pass(100_000);
      await eventually(() => expect(tries).toBe(tried));
    }
    await line.handleHello(hello(2));
    expect(panel.events.filter(({ type }) => type === 'notice')).toHaveLength(2);
    clock.pass(100_000);
    await eventually(() => expect(tries).toBe(8));
  });

  it('does not read again what is no run, nor for a panel that has left', async () => {
    const clock = virtualClock();
    const { hub, store, commit } = make(clock);
    await commit(commitOf('a', 0, 2, 1));
    let tries = 0;
    store.load = () => Promise.reject(new StoreError((tries += 1) === 1 ? 'corrupt' : 'denied', 'It is no frame.'));
    const [first, second] = [hub.join(listener()), hub.join(listener())];
    await first.handleHello(hello(1));
    await second.handleHello(hello(1));
    second.leave();
    expect([tries, clock.advance()]).toEqual([2, true]);
    await Promise.resolve();
    expect([tries, clock.advance()]).toEqual([2, false]);
  });

  it('is live though storage did not list the runs', async () => {
    const { hub, store } = make();
    store.listRuns = () => Promise.reject(new StoreError('denied', 'It did not answer.'));
    const panel = listener();
    await hub.join(panel).handleHello(hello(1));
    expect(panel.events.map(({ type }) => type)).toEqual(['tab', 'notice']);
  });
});
