/** Checks whether the server knows the model, by its list and by the first call. */
import { listNearest } from '../base/nearest.ts';
import type { ModelFailure } from '../models/model.ts';
import { sanitiseText } from '../models/server-words.ts';
import type { CheckLine } from '../protocol/probe.ts';
import { createBadLine, createFineLine } from './lines.ts';
import { findServerModel, type ListingResult } from './listing.ts';

const MAX_SUGGESTIONS = 8;

export const NO_MODEL_LINE = createBadLine('model', {
  message: 'No model is named.',
  hint: 'Enter the model’s name as the server knows it.',
});

/** `failure`: of the first call, null when the model answered. */
export function checkModel(model: string, listing: ListingResult, failure: ModelFailure | null): CheckLine {
  const missing = failure?.code === 'model.not-found' ? failure : null;
  if (listing.type !== 'list' || listing.models.length === 0)
    return missing
      ? createBadLine('model', missing)
      : createFineLine('model', 'The server lists no models; the answer is what counts.');
  if (findServerModel(listing, model))
    return missing ? createBadLine('model', missing) : createFineLine('model', `${model} is there.`);
  if (!failure) return createFineLine('model', `${model} is not in the server’s list, but the server answers to it.`);
  const names = listNearest(
    model,
    listing.models.map(({ id }) => id),
    MAX_SUGGESTIONS,
  );
  return createBadLine('model', {
    message: `The server has no model called ${sanitiseText(model, 100)}.`,
    hint: `Choose one that is there: ${names.join(', ')}.`,
  });
}
