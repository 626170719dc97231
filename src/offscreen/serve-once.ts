import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';

/** Answers the first message of a port. Once the port is closed, the signal is aborted and what is posted goes nowhere. */
export function serveOnce(
  line: PortLike,
  answer: (message: unknown, post: (event: object) => void, signal: AbortSignal) => void,
): void {
  let isReceived = false;
  const closing = new AbortController();
  line.onDisconnect.addListener(() => closing.abort());
  const post = (event: object): void => {
    if (closing.signal.aborted) return;
    try {
      line.postMessage(event);
    } catch {
      closing.abort(); // the port was already closed
    }
  };
  line.onMessage.addListener((message) => {
    if (isReceived) return;
    isReceived = true;
    answer(message, post, closing.signal);
  });
}
