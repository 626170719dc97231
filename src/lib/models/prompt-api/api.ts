/**
 * The part of Chrome's Prompt API that is used, as an interface that a test can stand in for. The one rule: whether there
 * is a model is asked with `availability()`, never told from `LanguageModel` being there: it is there on machines that
 * can run none. https://developer.chrome.com/docs/ai/prompt-api
 */

export const AVAILABILITIES = ['unavailable', 'downloadable', 'downloading', 'available'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export interface Expected {
  readonly type: 'text' | 'image';
  /** BCP 47. What the model was not tested for makes it unavailable. */
  readonly languages?: readonly string[];
}

/** What a session is to be able to do. The same for `availability()` and `create()`, or the one says nothing of the other. */
export interface SessionNeeds {
  readonly expectedInputs: readonly Expected[];
  readonly expectedOutputs: readonly Expected[];
}

export interface SessionMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly (
    { readonly type: 'text'; readonly value: string } | { readonly type: 'image'; readonly value: Blob }
  )[];
}

export interface DownloadMonitor {
  addEventListener(type: 'downloadprogress', listener: (event: { readonly loaded: number }) => void): void;
}

/** Both or neither: one alone is refused. */
export interface Sampling {
  readonly temperature: number;
  readonly topK: number;
}

/** What the model is sampled with unless told, and at most. */
export interface SamplingParams {
  readonly defaultTopK: number;
  readonly maxTemperature: number;
}

export interface SessionOptions extends SessionNeeds, Partial<Sampling> {
  /** A system message, if any, comes first: it is the one that a full window never pushes out. */
  readonly initialPrompts?: readonly SessionMessage[];
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: DownloadMonitor) => void;
}

export interface PromptOptions {
  readonly signal?: AbortSignal;
  /** A JSON Schema. */
  readonly responseConstraint?: object;
  /** Only beside a constraint, or the call is refused. */
  readonly omitResponseConstraintInput?: boolean;
}

/** Figures are read with {@link usedBy} and {@link windowOf}: their names changed in Chrome 146. */
export interface Session {
  readonly contextUsage?: number;
  readonly contextWindow?: number;
  readonly inputUsage?: number;
  readonly inputQuota?: number;
  measureContextUsage?(input: readonly SessionMessage[], options: PromptOptions): Promise<number>;
  measureInputUsage?(input: readonly SessionMessage[], options: PromptOptions): Promise<number>;
  /** Pieces of the reply, each once. (Whole replies so far came before the API was called `LanguageModel`.) */
  promptStreaming(input: readonly SessionMessage[], options: PromptOptions): ReadableStream<string>;
  destroy(): void;
}

export interface LanguageModelApi {
  availability(needs: SessionNeeds): Promise<string>;
  create(options: SessionOptions): Promise<Session>;
  /** Extensions alone have it. Null where there is no model. */
  params?(): Promise<SamplingParams | null>;
}

/** What to sample with for that temperature; {} where the model cannot be told. Never rejects. */
export async function samplingOf(api: LanguageModelApi, temperature: number | undefined): Promise<Partial<Sampling>> {
  if (temperature === undefined) return {};
  try {
    const params = await api.params?.();
    return params ? { temperature: Math.min(temperature, params.maxTemperature), topK: params.defaultTopK } : {};
  } catch {
    return {};
  }
}

/** Tokens in the session's window; undefined where it does not say. */
export function usedBy(session: Session): number | undefined {
  return tokens(session.contextUsage ?? session.inputUsage);
}

/** The window in tokens; undefined where it has no bound or does not say. */
export function windowOf(session: Session): number | undefined {
  return tokens(session.contextWindow ?? session.inputQuota);
}

/** Tokens that the messages would take; undefined where it cannot be told. Never rejects. */
export async function measured(
  session: Session,
  input: readonly SessionMessage[],
  options: PromptOptions,
): Promise<number | undefined> {
  try {
    if (session.measureContextUsage) return tokens(await session.measureContextUsage(input, options));
    return tokens(await session.measureInputUsage?.(input, options));
  } catch {
    return undefined;
  }
}

/** A whole number of tokens. The API's figures are doubles, and the window may be infinite. */
function tokens(figure: number | undefined): number | undefined {
  return figure !== undefined && Number.isFinite(figure) && figure >= 0 ? Math.round(figure) : undefined;
}

/** The state that the API names; 'unavailable' for a word that nobody knows yet. */
export function asAvailability(word: string): Availability {
  return AVAILABILITIES.find((known) => known === word) ?? 'unavailable';
}
