/** A server's embedding model behind the Model port: it answers the task `rank` alone. A text of which a vector is kept is not sent again. */
import { sha256 } from '../../base/hash.ts';
import { normaliseBaseUrl } from '../address.ts';
import { describeModel } from '../describe-model.ts';
import { WireError } from '../http/call-errors.ts';
import { toModelFailure } from '../http/failures.ts';
import type { HttpModelConfig } from '../http/http-model.ts';
import { createServerRequest } from '../http/server-request.ts';
import { CallAbortedError } from '../http/timeouts.ts';
import type { EmbeddingWire, ServerRequest } from '../http/wire-format.ts';
import type { Model, ModelEvent, ModelRequest } from '../model.ts';
import { rankByCosine, readVector, type VectorStore } from './vectors.ts';

/** Texts in one request: its answer stays below what is read of one, whatever the number of dimensions. */
const BATCH = 16;
/** Most documents that a reply names. */
const MAX_RANKS = 20;

export function createRankingModel(config: HttpModelConfig, store: VectorStore): Model {
  const { protocol, model, extensionOrigin } = config;
  const endpoint = normaliseBaseUrl(config.endpoint, protocol);

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    const wire = protocol.embed;
    let input: number | undefined = 0;
    try {
      if (wire === undefined || request.task !== 'rank') throw new TypeError('This model only ranks documents.');
      const { documents, question } = readRankRequest(request);
      const texts = [question, ...documents];
      const hashes = await Promise.all(texts.map((text) => sha256(`${endpoint} ${model} ${text}`)));
      const byHash = new Map(hashes.map((hash, at) => [hash, texts[at] ?? '']));
      const isKept = request.ephemeral !== true;
      const vectors = new Map(isKept ? await store.load([...byHash.keys()]).catch(() => null) : null);
      const ask = createServerRequest(config, signal);
      for (;;) {
        const missing = [...byHash].filter(([hash]) => !vectors.has(hash));
        for (let at = 0; at < missing.length; at += BATCH) {
          const batch = missing.slice(at, at + BATCH);
          const answer = await embed(
            batch.map(([, text]) => text),
            wire,
            config,
            ask,
          );
          input = input === undefined || answer.tokens === undefined ? undefined : input + answer.tokens;
          const fresh = new Map(answer.vectors.map((vector, index) => [batch[index]?.[0] ?? '', vector]));
          if (isKept) await store.save(fresh).catch(() => undefined);
          for (const [hash, vector] of fresh) vectors.set(hash, vector);
          yield { type: 'progress', share: (at + batch.length) / missing.length };
        }
        if (isKept && missing.length > 0) await store.trim().catch(() => undefined);
        if (new Set([...vectors.values()].map(({ length }) => length)).size === 1) break;
        // kept ones are of a model that had this name before
        if (missing.length === byHash.size) throw new WireError('malformed');
        vectors.clear();
      }
      const [first = new Float32Array(), ...rest] = hashes.map((hash) => vectors.get(hash) ?? new Float32Array());
      yield { type: 'text', text: JSON.stringify(rankByCosine(first, rest).slice(0, MAX_RANKS)) };
      yield { type: 'done', finish: 'stop', usage: { ...(input !== undefined && { input }), output: 0 } };
    } catch (thrown) {
      if (thrown instanceof CallAbortedError || signal.aborted) return yield { type: 'aborted' };
      const called = { ...protocol, path: wire?.path ?? protocol.path };
      const site = { protocol: called, endpoint, model, extensionOrigin, now: Date.now() };
      const usage = { ...(input !== undefined && { input }), output: 0 };
      yield { type: 'error', failure: toModelFailure(thrown, site), usage };
    }
  }
  return { ...describeModel({ ...config, provider: protocol.provider }), stream };
}

/** One vector for each text, all of one number of dimensions. Throws `WireError`, `RefusedError` and the like. */
async function embed(
  texts: readonly string[],
  wire: EmbeddingWire,
  config: HttpModelConfig,
  ask: ServerRequest,
): Promise<{ readonly vectors: readonly Float32Array[]; readonly tokens: number | undefined }> {
  const { vectors, tokens } = wire.read(await ask(wire.path, wire.build(texts, config)));
  const read = Array.from(vectors, readVector).filter((vector) => vector !== null);
  if (read.length !== texts.length || vectors.length !== texts.length) throw new WireError('malformed');
  return { vectors: read, tokens };
}

function readRankRequest({ messages }: ModelRequest): { documents: readonly string[]; question: string } {
  const documents: string[] = [];
  let question = '';
  for (const part of messages.flatMap(({ content }) => content)) {
    if (part.type === 'document') documents.push(`${part.title}\n${part.text}`.trim());
    if (part.type === 'text') question = part.text;
  }
  return { documents, question };
}
