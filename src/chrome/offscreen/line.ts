/** One port to a service of the offscreen document, for one task. */
import { raceWithAbort } from '../../lib/base/async.ts';
import type { OffscreenService, PortLike } from '../../lib/protocol/offscreen/offscreen.ts';

export type OpenLine = (service: OffscreenService) => Promise<PortLike>;

/** The port is closed when the work ends. Rejects when the signal aborts: a port that is closed here tells nobody here. */
export async function withLine<T>(
  openLine: OpenLine,
  service: OffscreenService,
  signal: AbortSignal,
  work: (line: PortLike) => Promise<T>,
): Promise<T> {
  const opening = openLine(service);
  try {
    const line = await raceWithAbort(opening, signal);
    return await raceWithAbort(work(line), signal);
  } finally {
    void opening.then((line) => line.disconnect()).catch(() => undefined); // one that arrives late, too
  }
}

interface LineEvent {
  /** `progress`: more follows. */
  readonly type: string;
}
type Progress<E> = Extract<E, { readonly type: 'progress' }>;

/** Returns the first event that is no progress; `closed` if the port closes before. */
export function waitForEnd<E extends LineEvent>(
  line: PortLike,
  parseEvent: (message: unknown) => E,
  closed: Exclude<E, Progress<E>>,
  onProgress: (event: Progress<E>) => void = () => undefined,
): Promise<Exclude<E, Progress<E>>> {
  return new Promise((resolve) => {
    line.onDisconnect.addListener(() => resolve(closed));
    line.onMessage.addListener((message) => {
      const event = parseEvent(message);
      if (event.type === 'progress') onProgress(event as Progress<E>);
      else resolve(event as Exclude<E, Progress<E>>);
    });
  });
}

/** The event that stands for a port that closed. */
export const CLOSED = {
  type: 'fault',
  fault: 'failed',
  message: 'the hidden page that reads it was closed',
} as const;
