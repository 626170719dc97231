/** The simplest answers of a server, whatever it speaks, and what can be read off any request. */
import { createHash } from 'node:crypto';
import type { Behaviour, Exchange } from './model-server.ts';

/** A JSON reply that is no stream: errors, lists. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return async (_exchange, wire) => {
    wire.head(status, { 'content-type': 'application/json', ...headers });
    if (body !== null) await wire.send(JSON.stringify(body));
    wire.end();
  };
}

export function modelOf({ body }: Exchange): string {
  return (body as { model?: string } | undefined)?.model ?? '';
}

export function fingerprint({ body }: Exchange): string {
  return hash(JSON.stringify(body ?? null));
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
