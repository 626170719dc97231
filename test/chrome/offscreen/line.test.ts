import { expect, it, vi } from 'vitest';
import { withLine } from '../../../src/chrome/offscreen/line.ts';
import type { PortLike } from '../../../src/lib/protocol/offscreen/offscreen.ts';

it('a stop ends the waiting for a line, and one that arrives late is closed unused', async () => {
  let arrive: (line: PortLike) => void = () => undefined;
  const arrival = new Promise<PortLike>((resolve) => (arrive = resolve));
  const controller = new AbortController();
  const work = vi.fn(() => Promise.resolve());
  const done = withLine(() => arrival, 'probe', controller.signal, work);
  controller.abort();
  await expect(done).rejects.toThrow();
  await new Promise<void>((disconnect) => arrive({ disconnect } as PortLike));
  expect(work).not.toHaveBeenCalled();
});
