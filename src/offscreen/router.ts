/**
 * The offscreen document as a whole: one port tells the worker that it is there, and each task the worker has for it gets
 * a port of its own. The one rule: the document lives no longer than the worker that it belongs to.
 */
import { check } from '../lib/protocol/check.ts';
import { OFFSCREEN_PORT, type Line, type OffscreenService } from '../lib/protocol/offscreen.ts';

export type Services = Readonly<Record<OffscreenService, (line: Line) => void>>;

export interface DocumentDeps {
  /** Opens a port to the worker. */
  readonly connect: (name: string) => Line;
  /** Closes the document. */
  readonly close: () => void;
  readonly services: Services;
}

export function runDocument({ connect, close, services }: DocumentDeps): void {
  const control = connect(OFFSCREEN_PORT);
  control.onDisconnect.addListener(close);
  control.onMessage.addListener((message) => {
    const asked = check('offscreen.open', message);
    if (asked.ok) services[asked.value.service](connect(asked.value.name));
  });
}
