/** Whether the server knows the model: by its list, and by what it says when it is called. */
import { nearest } from '../base/nearest.ts';
import type { ModelFailure } from '../models/model.ts';
import { plain } from '../models/server-words.ts';
import type { CheckLine } from '../protocol/probe.ts';
import { bad, fine } from './lines.ts';
import { entryOf, type Listing } from './listing.ts';

const MAX_SHOWN = 8;

export const UNNAMED = bad('model', {
  message: 'No model is named.',
  cure: 'Enter the model’s name as the server knows it.',
});

/** `failure`: of the first call, null when the model answered. */
export function checkModel(model: string, listing: Listing, failure: ModelFailure | null): CheckLine {
  const missing = failure?.code === 'model.not-found' ? failure : null;
  if (listing.type !== 'list' || listing.models.length === 0)
    return missing ? bad('model', missing) : fine('model', 'The server lists no models; the answer is what counts.');
  if (entryOf(listing, model)) return missing ? bad('model', missing) : fine('model', `${model} is there.`);
  if (!failure) return fine('model', `${model} is not in the server’s list, but the server answers to it.`);
  const names = nearest(
    model,
    listing.models.map(({ id }) => id),
    MAX_SHOWN,
  );
  return bad('model', {
    message: `The server has no model called ${plain(model, 100)}.`,
    cure: `Choose one that is there: ${names.join(', ')}.`,
  });
}
