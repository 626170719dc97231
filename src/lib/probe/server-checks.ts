/** Lines on the way to a model: its address, its server, the key, its name. */
import { listNearest } from '../base/nearest.ts';
import { getEndpointHost, isLoopbackHost, isPrivateHost } from '../models/address.ts';
import { sanitiseText } from '../models/http/error-body.ts';
import type { ModelFailure } from '../models/model.ts';
import type { CheckLine } from '../protocol/requests/model.ts';
import { createBadLine, createFineLine, createLimitedLine } from './check-lines.ts';
import { findServerModel, type ListingResult } from './model-server.ts';
import { parseUrl } from '../base/urls.ts';

export function checkAddress(endpoint: string, example: string): CheckLine {
  const text = endpoint.trim();
  const hint = `Enter the API’s base address, such as ${example}.`;
  const createLine = (message: string, cure = hint): CheckLine => createBadLine('address', { message, hint: cure });
  const url = parseUrl(text);
  if (!url) return createLine('This isn’t a complete web address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return createLine(`Addresses beginning with ${url.protocol} can’t be used.`);
  if (url.username !== '' || url.password !== '')
    return createLine('The address contains a user name or password.', 'Remove it, and put the key in the key field.');
  if (url.search !== '' || url.hash !== '')
    return createLine('The address contains a query (?) or fragment (#).', `Remove it. ${hint}`);
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname))
    return createFineLine('address', `${url.origin} is well-formed.`);
  const cure = 'Use https:// if the server offers it.';
  return isPrivateHost(url.hostname)
    ? createFineLine('address', 'http without encryption: others in this network could read along.', cure)
    : createLimitedLine('address', 'Warning: http to a public server sends pages and key unencrypted.', cure);
}

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
  if (!failure) return createFineLine('model', `${model} isn’t in the server’s list, but the server answers to it.`);
  const names = listNearest(
    model,
    listing.models.map(({ id }) => id),
    MAX_SUGGESTIONS,
  );
  return createBadLine('model', {
    message: `The server has no model called ${sanitiseText(model, 100)}.`,
    hint: `Choose one that is there: ${names.join(', ').replaceAll('`', '’')}.`,
  });
}

const FAILED_STEPS: Readonly<Record<string, 'origin' | 'key' | undefined>> = {
  'model.origin': 'origin',
  'model.forbidden': 'key',
  'model.unauthorized': 'key',
  'model.quota': 'key',
  'key.invalid': 'key',
};

export const findFailedStep = (failure: ModelFailure): 'origin' | 'key' | null => FAILED_STEPS[failure.code] ?? null;

export function createReachedLines(endpoint: string): readonly CheckLine[] {
  return [
    createFineLine('server', `${getEndpointHost(endpoint.trim())} answers.`),
    createFineLine('origin', 'The server takes requests from this extension.'),
    createFineLine('key', 'Accepted, or not asked for.'),
  ];
}

export function createStoppedLines(
  failure: ModelFailure,
  endpoint: string,
  mayReach: boolean | null,
): readonly CheckLine[] {
  const step = findFailedStep(failure);
  if (failure.code === 'key.invalid') return [createBadLine('key', failure)]; // the request was never sent
  if (step === null) return [createBadLine('server', describeUnreachable(failure, endpoint, mayReach))];
  const passed = createReachedLines(endpoint).slice(0, step === 'origin' ? 1 : 2);
  return [...passed, createBadLine(step, failure)];
}

function describeUnreachable(failure: ModelFailure, endpoint: string, mayReach: boolean | null) {
  if (failure.code !== 'model.unreachable' || mayReach !== false) return failure;
  return {
    message: `The browser doesn’t let KnowledgeLens reach ${getEndpointHost(endpoint.trim())} yet.`,
    hint: 'Save the model and allow access when the browser asks, then run the test again.',
  };
}
