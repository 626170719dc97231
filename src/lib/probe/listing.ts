/** The models that a server lists. The one rule: whatever it sends, at most so many names come out, and each can be read. */
import type { CallSite } from '../models/address.ts';
import { failureOf } from '../models/failures.ts';
import type { ModelFailure } from '../models/model.ts';
import type { Ask, Listed, Protocol } from '../models/protocol.ts';
import { CallAbortedError } from '../models/timeouts.ts';
import { RefusedError } from '../models/wire.ts';

export type Listing =
  | { readonly type: 'list'; readonly models: readonly Listed[] }
  /** The server is there but lists no models, which is its right. */
  | { readonly type: 'none' }
  | { readonly type: 'failed'; readonly failure: ModelFailure }
  | { readonly type: 'aborted' };

const MAX_MODELS = 2000;
const MAX_NAME = 200;

/** `site`: what failures name. */
export async function listModels(ask: Ask, { models }: Protocol, site: CallSite): Promise<Listing> {
  try {
    const listed = models.read(await ask(models.path));
    return listed === null ? { type: 'none' } : { type: 'list', models: cleaned(listed) };
  } catch (thrown) {
    if (thrown instanceof CallAbortedError) return { type: 'aborted' };
    // any other refusal may be of the list alone: a call will tell
    if (thrown instanceof RefusedError && ![401, 402, 403].includes(thrown.status)) return { type: 'none' };
    return { type: 'failed', failure: failureOf(thrown, site) };
  }
}

/** Control and direction characters, which no name has, and which could make one look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]+/gu;

function cleaned(listed: readonly Listed[]): readonly Listed[] {
  const byName = new Map<string, Listed>();
  for (const model of listed) {
    if (byName.size >= MAX_MODELS) break;
    const id = model.id.slice(0, MAX_NAME + 1).replace(UNSEEN, '');
    if (id !== '' && id.length <= MAX_NAME && !byName.has(id)) byName.set(id, { ...model, id });
  }
  return [...byName.values()];
}

/** The list's entry for a model, by the ways in which servers name the same one. */
export function entryOf(listing: Listing, model: string): Listed | undefined {
  if (listing.type !== 'list') return undefined;
  const names = [model, `${model}:latest`, `models/${model}`, model.replace(/^models\//, '')];
  return listing.models.find(({ id }) => names.includes(id));
}
