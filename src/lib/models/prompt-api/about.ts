/**
 * How it is with the built-in model, and how it comes to be there. The one rule: asking never begins a download; only
 * {@link download} does, and Chrome wants a person's click for it.
 */
import { TroubleError } from '../../base/errors.ts';
import { asAvailability, windowOf, type Availability, type LanguageModelApi, type Session } from './api.ts';
import { promptFailure } from './failures.ts';
import { evidence, needsOf } from './serve.ts';
import type { ChromeHost, PromptState } from './wire.ts';

/** What the settings page does with the model. */
export interface ChromeModelApi {
  readonly availability: () => Promise<Availability | 'absent'>;
  /**
   * In a gesture, before any await. Calls back with the part that is there, from 0 to 1; resolves once the model is.
   * Rejects with a `TroubleError`, also when the signal aborts. (Chrome may go on downloading all the same.)
   */
  readonly download: (onProgress: (part: number) => void, signal: AbortSignal) => Promise<Loaded>;
}

export interface Loaded {
  readonly contextTokens?: number;
}

/** `api` is null in a browser that has none. */
export function chromeModelApi(api: LanguageModelApi | null): ChromeModelApi {
  return {
    availability: async () => (api === null ? 'absent' : asAvailability(await api.availability(needsOf([], false)))),
    async download(onProgress, signal) {
      try {
        if (api !== null) return await load(api, signal, onProgress);
      } catch (thrown) {
        const said = evidence(thrown, null);
        throw new TroubleError(promptFailure({ state: 'available', during: 'create', ...said }), { cause: thrown });
      }
      throw new TroubleError(promptFailure({ state: 'absent', during: 'create', name: '', message: '' }));
    },
  };
}

/** Makes a session, which loads the model (and downloads it first where it must), and lets it go again. */
async function load(
  api: LanguageModelApi,
  signal: AbortSignal,
  onProgress: (part: number) => void = () => undefined,
): Promise<Loaded> {
  const session = await api.create({
    ...needsOf([], false),
    signal,
    monitor(monitor) {
      monitor.addEventListener('downloadprogress', ({ loaded }) => {
        if (!signal.aborted) onProgress(Math.min(1, Math.max(0, loaded)));
      });
    },
  });
  return letGo(session);
}

function letGo(session: Session): Loaded {
  const contextTokens = windowOf(session);
  session.destroy();
  return contextTokens === undefined ? {} : { contextTokens };
}

/** Looks at everything that can be known without a person. Where there is a model, it is loaded for the moment. */
export async function promptState(api: LanguageModelApi | null, signal: AbortSignal): Promise<PromptState> {
  const none = { type: 'state', pictures: false, why: '' } as const;
  if (api === null) return { state: 'absent', ...none };
  const state = asAvailability(await api.availability(needsOf([], false)));
  if (state === 'downloadable' || state === 'downloading') return { state, ...none };
  try {
    const loaded = await load(api, signal);
    const pictures = asAvailability(await api.availability(needsOf([], true))) === 'available';
    return { ...none, state: 'available', pictures, ...loaded };
  } catch (thrown) {
    return { state: 'unavailable', ...none, why: evidence(thrown, null).message };
  }
}

/** One line of a connection test, and what the settings should say of the model. */
export interface ChromeModelReport {
  readonly state: 'fine' | 'bad';
  readonly detail: string;
  /** '' when there is nothing to do. */
  readonly cure: string;
  readonly found: { readonly contextTokens?: number; readonly pictures?: boolean };
}

/** Rejects when nobody could be asked. */
export async function probeChromeModel(
  host: Pick<ChromeHost, 'state'>,
  signal: AbortSignal,
): Promise<ChromeModelReport> {
  const { state, why, pictures, contextTokens } = await host.state(signal);
  if (state !== 'available') {
    const failure = promptFailure({ state, during: 'create', name: '', message: why });
    return { state: 'bad', detail: failure.message, cure: failure.cure, found: {} };
  }
  const window = contextTokens === undefined ? '' : ` Its window holds ${contextTokens.toLocaleString('en')} tokens.`;
  return {
    state: 'fine',
    detail: `Chrome’s built-in model is there.${window}`,
    cure: '',
    found: { pictures, ...(contextTokens === undefined ? {} : { contextTokens }) },
  };
}
