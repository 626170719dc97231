/** The lines on reaching a server: server, origin, key. They report only what the test observed. */
import { getEndpointHost } from '../models/address.ts';
import type { ModelFailure } from '../models/model.ts';
import type { CheckLine } from '../protocol/probe.ts';
import { createBadLine, createFineLine } from './lines.ts';

/** Failures before the request reaches a model. */
const FAILED_STEPS: Readonly<Record<string, 'origin' | 'key' | undefined>> = {
  'model.origin': 'origin',
  'model.forbidden': 'key',
  'model.unauthorized': 'key',
  'model.quota': 'key',
  'key.invalid': 'key',
};

/** Returns the failed step if a failure concerns access or the key, which makes further calls pointless. */
export const findFailedStep = (failure: ModelFailure): 'origin' | 'key' | null => FAILED_STEPS[failure.code] ?? null;

export function createReachedLines(endpoint: string): readonly CheckLine[] {
  return [
    createFineLine('server', `${getEndpointHost(endpoint.trim())} answers.`),
    createFineLine('origin', 'The server takes requests from this extension.'),
    createFineLine('key', 'Accepted, or not asked for.'),
  ];
}

/** Returns the lines up to the failed step. `mayReach`: whether the browser allows access; null when unknown. */
export function createStoppedLines(
  failure: ModelFailure,
  endpoint: string,
  mayReach: boolean | null,
): readonly CheckLine[] {
  const step = findFailedStep(failure);
  if (failure.code === 'key.invalid') return [createBadLine('key', failure)]; // the request was never sent
  if (step === null)
    return [
      createBadLine(
        'server',
        failure.code === 'model.unreachable' ? describeUnreachable(failure, endpoint, mayReach) : failure,
      ),
    ];
  const passed = createReachedLines(endpoint).slice(0, step === 'origin' ? 1 : 2);
  return [...passed, createBadLine(step, failure)];
}

function describeUnreachable(failure: ModelFailure, endpoint: string, mayReach: boolean | null) {
  if (mayReach !== false) return failure;
  return {
    message: `The browser does not let KnowledgeLens reach ${getEndpointHost(endpoint.trim())} yet.`,
    hint: 'Save the model and allow access when the browser asks, then run the test again.',
  };
}
