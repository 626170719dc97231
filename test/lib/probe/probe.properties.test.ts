/** What holds of a test of a model, whatever the server answers. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECKS } from '../../../src/lib/protocol/requests/model.ts';
import { json, raw, refuse, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { probedModel } from '../../kit/models/probed-model.ts';
import { probeOf } from '../../kit/models/probing.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

it('always ends in lines, in their order, without the key, whatever the server answers', async () => {
  const word = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('KEY', 'model', 'tools', 'n_ctx', 'response_format'),
  );
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.integer(),
      fc.constantFrom(null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.oneof(
          word,
          fc.constantFrom('error', 'message', 'data', 'id', 'choices', 'delta', 'content', 'finish_reason'),
        ),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  const status = fc.constantFrom(200, 200, 200, 400, 401, 403, 404, 429, 500);
  const type = fc.constantFrom('application/json', 'text/event-stream', 'text/plain', '');
  const any = fc.oneof(
    fc.tuple(status, type, value).map(([code, kind, body]) => {
      const text = JSON.stringify(body);
      return (key: string) =>
        raw(
          code,
          kind,
          kind === 'text/event-stream' ? `data: ${text.replaceAll('KEY', key)}\n\n` : text.replaceAll('KEY', key),
        );
    }),
    fc.constantFrom(
      () => probedModel(),
      () => probedModel({ tools: 'text' }),
    ),
    word.map((text) => (key: string) => reply({ text: text.replaceAll('KEY', key) })),
    fc.constant((key: string) => json(200, { data: [{ id: `gemma-${key}` }] })),
    fc.constant((key: string) => refuse(404, `no model for ${key}`)),
  );
  const key = fc.stringMatching(/^[A-Za-z0-9]{12,30}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 6 }), key, async (answers, secret) => {
      let next = 0;
      server.respond(() => answers[next++ % answers.length]?.(secret));
      const report = await probeOf(server.url, {
        timeouts: { gap: 2000 },
      });
      const places = report.checks.map(({ name }) => CHECKS.indexOf(name));
      expect(places.length).toBeGreaterThan(1);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      for (const { state, hint, detail } of report.checks) {
        expect(detail).not.toBe('');
        if (state === 'bad' || state === 'unknown') expect(hint).not.toBe('');
      }
      if (report.ok) expect(report.checks.every(({ state }) => state !== 'bad')).toBe(true);
    }),
    { numRuns: 60 },
  );
});
