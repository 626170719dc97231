import type { ModelFailure } from '../model.ts';
import type { ModelTimeoutError, TimeoutKind } from './timeouts.ts';

type TimeoutTexts = Readonly<Record<TimeoutKind, readonly [what: string, hint: string]>>;

const CODES: Readonly<Record<TimeoutKind, string>> = {
  connect: 'model.timeout-connect',
  firstChunk: 'model.timeout-first-chunk',
  gap: 'model.timeout-gap',
  total: 'model.timeout-total',
};

const TOTAL_TEXTS = ['wasn’t finished after', 'Choose a faster model, or allow more time in the settings.'] as const;

export const SERVER_TIMEOUTS: TimeoutTexts = {
  connect: [
    'didn’t answer within',
    'Check that the server is running and not busy. A large model may still be loading: try again, or allow more time in the settings.',
  ],
  firstChunk: [
    'accepted the request but sent no first word within',
    'A large model on a slow machine may need longer: allow more time in the settings, or choose a smaller model.',
  ],
  gap: [
    'stopped sending in mid-reply for',
    'Try again. If it keeps happening, check the server, or allow more time in the settings.',
  ],
  total: TOTAL_TEXTS,
};

export const BUILT_IN_TIMEOUTS: TimeoutTexts = {
  connect: [
    'wasn’t loaded within',
    'Try again: it may still be loading. On a slow machine, allow more time in the settings.',
  ],
  firstChunk: [
    'wrote no first word within',
    'On a slow machine, allow more time in the settings, or choose another model.',
  ],
  gap: [
    'stopped in mid-reply for',
    'Try again. If it keeps happening, restart Chrome, or allow more time in the settings.',
  ],
  total: TOTAL_TEXTS,
};

export function createTimeoutFailure({ kind, ms }: ModelTimeoutError, who: string, texts: TimeoutTexts): ModelFailure {
  const [what, hint] = texts[kind];
  const time = ms < 1000 ? `${ms} milliseconds` : `${Math.round(ms / 1000)} seconds`;
  const retryable = kind !== 'total'; // the same call would take as long again
  return { code: CODES[kind], message: `${who} ${what} ${time}.`, hint, retryable };
}
