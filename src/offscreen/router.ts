/**
 * Runs the offscreen document: a control port shows the worker that it is alive, and each task gets its own port. The
 * document closes when the worker's port does.
 */
import { check } from '../lib/protocol/check.ts';
import { OFFSCREEN_PORT, type PortLike, type OffscreenService } from '../lib/protocol/offscreen.ts';

export type Services = Readonly<Record<OffscreenService, (line: PortLike) => void>>;

export interface DocumentDeps {
  /** Opens a port to the worker. */
  readonly connect: (name: string) => PortLike;
  /** Closes the document. */
  readonly close: () => void;
  readonly services: Services;
}

export function runOffscreenDocument({ connect, close, services }: DocumentDeps): void {
  const control = connect(OFFSCREEN_PORT);
  control.onDisconnect.addListener(close);
  control.onMessage.addListener((message) => {
    const request = check('offscreen.open', message);
    if (request.ok) services[request.value.service](connect(request.value.name));
  });
}
