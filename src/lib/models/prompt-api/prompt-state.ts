/** Reads the built-in model's state. Only {@link download} starts a download; Chrome requires a click for it. */
import { formatNumber } from '../../base/locale.ts';
import { raceWithAbort } from '../../base/async.ts';
import { UserFacingError } from '../../base/errors.ts';
import { parseAvailability, getContextWindow, type Availability, type LanguageModelApi } from './api.ts';
import { toPromptFailure } from './prompt-failures.ts';
import { extractEvidence, buildSessionNeeds } from './prompt-session.ts';

export interface ChromeModelApi {
  readonly availability: () => Promise<Availability | 'absent'>;
  /** Call in a user gesture. Progress is 0 to 1. Rejects with a `UserFacingError`. */
  readonly download: (onProgress: (part: number) => void, signal: AbortSignal) => Promise<LoadedModel>;
}

export interface LoadedModel {
  readonly contextTokens?: number;
}

export function createChromeModelApi(api: LanguageModelApi | null): ChromeModelApi {
  return {
    availability: async () =>
      api === null ? 'absent' : parseAvailability(await api.availability(buildSessionNeeds([], false))),
    async download(onProgress, signal) {
      try {
        if (api !== null) return await loadModel(api, signal, onProgress);
      } catch (thrown) {
        const details = extractEvidence(thrown, null);
        throw new UserFacingError(toPromptFailure({ state: 'available', during: 'create', ...details }), {
          cause: thrown,
        });
      }
      throw new UserFacingError(toPromptFailure({ state: 'absent', during: 'create', name: '', message: '' }));
    },
  };
}

async function loadModel(
  api: LanguageModelApi,
  signal: AbortSignal,
  onProgress: (part: number) => void = () => undefined,
): Promise<LoadedModel> {
  const session = await api.create({
    ...buildSessionNeeds([], false),
    signal,
    monitor(monitor) {
      monitor.addEventListener('downloadprogress', ({ loaded }) => {
        if (!signal.aborted) onProgress(Math.min(1, Math.max(0, loaded)));
      });
    },
  });
  const contextTokens = getContextWindow(session);
  session.destroy();
  return contextTokens === undefined ? {} : { contextTokens };
}

interface PromptState extends LoadedModel {
  readonly state: Availability | 'absent';
  readonly pictures: boolean;
  /** Why there is no model; '' otherwise. */
  readonly why: string;
}

/** Needs no user gesture. An available model is loaded briefly. */
async function readPromptState(api: LanguageModelApi | null, signal: AbortSignal): Promise<PromptState> {
  const defaults = { pictures: false, why: '' };
  if (api === null) return { state: 'absent', ...defaults };
  try {
    const state = parseAvailability(await api.availability(buildSessionNeeds([], false)));
    if (state === 'downloadable' || state === 'downloading') return { state, ...defaults };
    const loaded = await loadModel(api, signal);
    const pictures = parseAvailability(await api.availability(buildSessionNeeds([], true))) === 'available';
    return { ...defaults, state: 'available', pictures, ...loaded };
  } catch (thrown) {
    return { state: 'unavailable', ...defaults, why: extractEvidence(thrown, null).message };
  }
}

interface ChromeModelReport {
  readonly state: 'fine' | 'bad';
  readonly detail: string;
  /** '' when there is nothing to do. */
  readonly hint: string;
  readonly found: { readonly contextTokens?: number; readonly pictures?: boolean };
}

/** Rejects once aborted. */
export async function probeChromeModel(api: LanguageModelApi | null, signal: AbortSignal): Promise<ChromeModelReport> {
  const { state, why, pictures, contextTokens } = await raceWithAbort(readPromptState(api, signal), signal);
  if (state !== 'available') {
    const failure = toPromptFailure({ state, during: 'create', name: '', message: why });
    return { state: 'bad', detail: failure.message, hint: failure.hint, found: {} };
  }
  const window = contextTokens === undefined ? '' : ` Its window holds ${formatNumber(contextTokens)} tokens.`;
  return {
    state: 'fine',
    detail: `Chrome’s built-in model is there.${window}`,
    hint: '',
    found: { pictures, ...(contextTokens === undefined ? {} : { contextTokens }) },
  };
}
