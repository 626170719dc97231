/** The lines of a server that was reached, or was not: server, origin, key. The one rule: only what was seen is said. */
import { hostOf } from '../models/address.ts';
import type { ModelFailure } from '../models/model.ts';
import type { CheckLine } from '../protocol/probe.ts';
import { bad, fine } from './lines.ts';

/** Failures of what stands between the server and its models. */
const STEPS: Readonly<Record<string, 'origin' | 'key' | undefined>> = {
  'model.origin': 'origin',
  'model.forbidden': 'key',
  'model.unauthorized': 'key',
  'model.quota': 'key',
  'key.invalid': 'key',
};

/** Whether a failure is one of the server, of who may ask it, or of the key: then no call needs to be made. */
export const stopsAt = (failure: ModelFailure): 'origin' | 'key' | null => STEPS[failure.code] ?? null;

export function reached(endpoint: string): readonly CheckLine[] {
  return [
    fine('server', `${hostOf(endpoint.trim())} answers.`),
    fine('origin', 'The server takes requests from this extension.'),
    fine('key', 'Accepted, or not asked for.'),
  ];
}

/** The lines up to the step that the failure stopped. `mayReach`: whether the browser lets us; null where nobody knows. */
export function stopped(failure: ModelFailure, endpoint: string, mayReach: boolean | null): readonly CheckLine[] {
  const step = stopsAt(failure);
  if (failure.code === 'key.invalid') return [bad('key', failure)]; // it never left
  if (step === null)
    return [bad('server', failure.code === 'model.unreachable' ? unreachable(failure, endpoint, mayReach) : failure)];
  const before = reached(endpoint).slice(0, step === 'origin' ? 1 : 2);
  return [...before, bad(step, failure)];
}

function unreachable(failure: ModelFailure, endpoint: string, mayReach: boolean | null) {
  if (mayReach !== false) return failure;
  return {
    message: `The browser does not let KnowledgeLens reach ${hostOf(endpoint.trim())} yet.`,
    cure: 'Save the model and allow access when the browser asks, then run the test again.',
  };
}
