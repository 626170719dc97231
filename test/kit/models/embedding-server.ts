/** The embeddings of a model server, in both wire formats: vectors by a table of synonyms. */
import type { Behaviour, Exchange } from './model-server.ts';
import { json } from './model-server-replies.ts';

const SYNONYMS = [
  ['boat', 'vessel', 'ship'],
  ['price', 'cost', 'fee', 'dues'],
  ['moor', 'berth', 'harbour'],
  ['lamp', 'light', 'lantern'],
  ['tide', 'sea', 'water'],
  ['conduit', 'dripping', 'hisses'],
] as const;

/** One dimension for each row of the table, and a last one that all texts share. */
export const toVector = (text: string): readonly number[] => {
  const words = text.toLowerCase();
  return [...SYNONYMS.map((row) => row.filter((word) => words.includes(word)).length), 0.1];
};

export const isEmbedding = ({ path }: Pick<Exchange, 'path'>): boolean => /\/(?:api\/embed|embeddings)$/.test(path);

export const textsIn = ({ body }: Pick<Exchange, 'body'>): readonly string[] =>
  (body as { readonly input: readonly string[] }).input;

/** `tokens`: for each text; null where the server counts none. */
export function embed(give: (text: string) => unknown = toVector, tokens: number | null = 10): Behaviour {
  return (exchange, wire) => {
    const texts = textsIn(exchange);
    const count = tokens === null ? undefined : tokens * texts.length;
    const vectors = texts.map(give);
    const answer = exchange.path.endsWith('/api/embed')
      ? { model: 'embed', embeddings: vectors, prompt_eval_count: count }
      : {
          object: 'list',
          // in an order of its own: the index counts
          data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
          ...(count !== undefined && { usage: { prompt_tokens: count, total_tokens: count } }),
        };
    return json(200, answer)(exchange, wire);
  };
}
