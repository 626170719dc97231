/** Passages nearest in meaning to a question, by the embedding model that the user chose. */
import type { Labels } from '../../agent/frames/frames.ts';
import { callOptionalModelForTool, type OptionalCallContext } from '../../agent/rag/optional-call.ts';
import type { Commits } from '../../agent/state/journal.ts';
import { parseJson } from '../../base/loose.ts';
import { readRanks } from '../../models/embeddings/vectors.ts';
import { createModelRequest } from '../model-request.ts';
import type { PassageSearch, SourcedPassage } from './passage-search.ts';

/** Some 30,000 words. */
export const MAX_RANKED = 256;
/** A server on a slow machine may need it for a long page; what it computed until then is kept. */
const RANK_TIMEOUT_MS = 60_000;
/** The model gives no more than this. */
const MAX_REPLY_TOKENS = 100;

interface NearPassages {
  /** Nearest first. */
  readonly near: readonly SourcedPassage[];
  /** Label of a model that gave no answer; '' for none. */
  readonly failed: string;
}

export const NOT_RANKED: NearPassages = { near: [], failed: '' };

interface RankedSources {
  readonly search: Pick<PassageSearch, 'sample'>;
  readonly urls: readonly string[];
  readonly labels: Labels;
}

export async function* rankPassages(
  query: string,
  { search, urls, labels }: RankedSources,
  context: OptionalCallContext,
): Commits<NearPassages> {
  const { spec } = context.state();
  const embedder = spec?.models.embedder;
  if (!spec || !embedder) return NOT_RANKED;
  const passages = search.sample(query, MAX_RANKED);
  const documents = passages.map(({ path, shown, from }) => ({
    ...({ type: 'document', title: path.join(' › '), url: urls[from] ?? '', language: '', text: shown } as const),
  }));
  const request = {
    ...createModelRequest({ task: 'rank', maxOutputTokens: MAX_REPLY_TOKENS }, undefined, [
      ...documents,
      { type: 'text', text: query },
    ]),
    ephemeral: spec.private,
  };
  const call = {
    key: `${context.call.key}/rank`,
    purpose: 'rank',
    request,
    labels,
    withinMs: RANK_TIMEOUT_MS,
  } as const;
  const { reply } = yield* callOptionalModelForTool(call, context);
  const ranks = readRanks(parseJson(reply?.text ?? ''), passages.length);
  const near = ranks.flatMap((rank) => passages[rank] ?? []);
  return { near, failed: near.length === 0 ? embedder.label : '' };
}
