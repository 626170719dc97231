/** One embedding server for the tests of a file. Each test begins with vectors by the table, and with nothing sent. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { embed, textsIn } from './embedding-server.ts';
import { startModelServer, type Exchange, type ModelServer, type Respond } from './model-server.ts';

export function useEmbeddingServer() {
  let server: ModelServer;
  let before = 0;
  beforeAll(async () => void (server = await startModelServer()));
  afterAll(() => server.close());
  beforeEach(() => {
    before = server.requests.length;
    server.respond(() => embed());
  });
  const sent = (): readonly Exchange[] => server.requests.slice(before);
  return {
    origin: (): string => server.origin,
    respond: (respond: Respond): void => server.respond(respond),
    sent,
    sentTexts: (): readonly string[] => sent().flatMap(textsIn),
  };
}
