/** Creates a session of the built-in model with what the API accepts, and reads why it did not. */
import { omitUndefined, toText } from '../../base/loose.ts';
import {
  parseAvailability,
  getContextWindow,
  toTokenCount,
  type Availability,
  type LanguageModelApi,
  type Sampling,
  type Session,
  type SessionNeeds,
  type SessionOptions,
} from './api.ts';
import type { PromptCall } from './prompt-call.ts';

export interface PromptFault {
  /** `absent`: this browser has no such API. */
  readonly state: Availability | 'absent';
  readonly during: 'create' | 'prompt';
  /** '' where nothing was thrown. */
  readonly name: string;
  readonly message: string;
  readonly requested?: number;
  readonly quota?: number;
  readonly contextTokens?: number;
  readonly blind?: boolean;
}

const BASE_LANGUAGE = 'en';

interface SessionChoice {
  readonly state: Availability;
  readonly needs: SessionNeeds;
  readonly blind: boolean;
}

/** Leaves out languages if one makes the model unavailable. */
export async function chooseSessionNeeds(api: LanguageModelApi, call: PromptCall): Promise<SessionChoice> {
  const pictures = call.messages.some(({ content }) => content.some(({ type }) => type === 'image'));
  const all = buildSessionNeeds(call.languages, pictures);
  const state = parseAvailability(await api.availability(all));
  if (state !== 'unavailable') return { state, needs: all, blind: false };
  const textNeeds = buildSessionNeeds([], pictures);
  const plainly = parseAvailability(await api.availability(textNeeds));
  if (plainly !== 'unavailable' || !pictures) return { state: plainly, needs: textNeeds, blind: false };
  const text = parseAvailability(await api.availability(buildSessionNeeds([], false)));
  return { state: text, needs: textNeeds, blind: text !== 'unavailable' };
}

export function buildSessionNeeds(languages: readonly string[], pictures: boolean): SessionNeeds {
  const text = { type: 'text', languages: [...new Set([BASE_LANGUAGE, ...languages])] } as const;
  return { expectedInputs: pictures ? [text, { type: 'image' }] : [text], expectedOutputs: [text] };
}

export async function createSampledSession(
  api: LanguageModelApi,
  options: SessionOptions,
  sampling: Partial<Sampling>,
): Promise<Session> {
  if (sampling.temperature === undefined) return api.create(options);
  try {
    return await api.create({ ...options, ...sampling });
  } catch (thrown) {
    if (!SAMPLING_REFUSALS.has(extractEvidence(thrown, null).name)) throw thrown;
    return api.create(options);
  }
}

const SAMPLING_REFUSALS: ReadonlySet<string> = new Set(['NotSupportedError', 'RangeError', 'TypeError']);

export class NotAskedError extends Error {
  override readonly name = '';
  readonly blind: boolean;
  constructor(blind: boolean) {
    super('');
    this.blind = blind;
  }
}

const MAX_ERROR_TEXT = 1000;

export function extractEvidence(thrown: unknown, session: Session | null): Omit<PromptFault, 'state' | 'during'> {
  const readField = (name: string): unknown =>
    typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>)[name] : undefined;
  const readText = (name: string): string => toText(readField(name)).slice(0, MAX_ERROR_TEXT);
  return {
    name: readText('name'),
    message: readText('message'),
    ...(thrown instanceof NotAskedError && thrown.blind ? { blind: true } : {}),
    ...omitUndefined({
      requested: toTokenCount(readField('requested')),
      quota: toTokenCount(readField('quota')),
      contextTokens: session ? getContextWindow(session) : undefined,
    }),
  };
}
