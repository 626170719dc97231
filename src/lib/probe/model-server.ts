/** Lists the models of a server. */
import type { CallSite } from '../models/address.ts';
import type { ModelFailure } from '../models/model.ts';
import { readModelList, type ServerRequest, type Protocol, type ServerModel } from '../models/http/wire-format.ts';
import { CallAbortedError } from '../models/http/timeouts.ts';
import { RefusedError } from '../models/http/call-errors.ts';
import { toModelFailure } from '../models/http/failures.ts';

export type ListingResult =
  | { readonly type: 'list'; readonly models: readonly ServerModel[] }
  /** The server answers but lists no models, which is allowed. */
  | { readonly type: 'none' }
  | { readonly type: 'failed'; readonly failure: ModelFailure }
  | { readonly type: 'aborted' };

const MAX_MODELS = 2000;

const MAX_NAME_LENGTH = 200;

export async function listModels(ask: ServerRequest, { models }: Protocol, site: CallSite): Promise<ListingResult> {
  try {
    const entries = readModelList(models, await ask(models.path));
    return entries === null ? { type: 'none' } : { type: 'list', models: sanitiseEntries(entries) };
  } catch (thrown) {
    if (thrown instanceof CallAbortedError) return { type: 'aborted' };
    // Other refusals may concern the list only.
    if (thrown instanceof RefusedError && ![401, 402, 403].includes(thrown.status)) return { type: 'none' };
    return { type: 'failed', failure: toModelFailure(thrown, site) };
  }
}

/** Could make one name look like another. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]+/gu;

function sanitiseEntries(entries: readonly ServerModel[]): readonly ServerModel[] {
  const byName = new Map<string, ServerModel>();
  for (const model of entries) {
    if (byName.size >= MAX_MODELS) break;
    const id = model.id.slice(0, MAX_NAME_LENGTH + 1).replace(INVISIBLE_CHARACTERS, '');
    if (id !== '' && id.length <= MAX_NAME_LENGTH && !byName.has(id)) byName.set(id, { ...model, id });
  }
  return [...byName.values()];
}

export function findServerModel(listing: ListingResult, model: string): ServerModel | undefined {
  if (listing.type !== 'list') return undefined;
  const names = [model, `${model}:latest`, `models/${model}`, model.replace(/^models\//, '')];
  return listing.models.find(({ id }) => names.includes(id));
}
