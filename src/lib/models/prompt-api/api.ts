/** The part of the Prompt API in use. https://developer.chrome.com/docs/ai/prompt-api */

const AVAILABILITIES = ['unavailable', 'downloadable', 'downloading', 'available'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

interface ExpectedContent {
  readonly type: 'text' | 'image';
  /** BCP 47. An untested language makes the model unavailable. */
  readonly languages?: readonly string[];
}

/** `availability()` and `create()` must get the same ones. */
export interface SessionNeeds {
  readonly expectedInputs: readonly ExpectedContent[];
  readonly expectedOutputs: readonly ExpectedContent[];
}

export interface SessionMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly (
    | { readonly type: 'text'; readonly value: string }
    | { readonly type: 'image'; readonly value: Blob }
  )[];
}

export interface DownloadMonitor {
  addEventListener(type: 'downloadprogress', listener: (event: { readonly loaded: number }) => void): void;
}

/** The API refuses one without the other. */
export interface Sampling {
  readonly temperature: number;
  readonly topK: number;
}

export interface SamplingParams {
  readonly defaultTopK: number;
  readonly maxTemperature: number;
}

export interface SessionOptions extends SessionNeeds, Partial<Sampling> {
  /** A system message must come first: a full window never drops it. */
  readonly initialPrompts?: readonly SessionMessage[];
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: DownloadMonitor) => void;
}

export interface PromptOptions {
  readonly signal?: AbortSignal;
  readonly responseConstraint?: object;
  /** Refused without a constraint. */
  readonly omitResponseConstraintInput?: boolean;
}

/** Read the counts with {@link getUsedTokens}, {@link getContextWindow}: renamed in Chrome 146. */
export interface Session {
  readonly contextUsage?: number;
  readonly contextWindow?: number;
  readonly inputUsage?: number;
  readonly inputQuota?: number;
  measureContextUsage?(input: readonly SessionMessage[], options: PromptOptions): Promise<number>;
  measureInputUsage?(input: readonly SessionMessage[], options: PromptOptions): Promise<number>;
  promptStreaming(input: readonly SessionMessage[], options: PromptOptions): ReadableStream<string>;
  destroy(): void;
}

export interface LanguageModelApi {
  availability(needs: SessionNeeds): Promise<string>;
  create(options: SessionOptions): Promise<Session>;
  /** In extensions only. Null where there is no model. */
  params?(): Promise<SamplingParams | null>;
}

/** {} where the model takes none. Never rejects. */
export async function resolveSampling(
  api: LanguageModelApi,
  temperature: number | undefined,
): Promise<Partial<Sampling>> {
  if (temperature === undefined) return {};
  try {
    const params = await api.params?.();
    return params ? { temperature: Math.min(temperature, params.maxTemperature), topK: params.defaultTopK } : {};
  } catch {
    return {};
  }
}

export function getUsedTokens(session: Session): number | undefined {
  return toTokenCount(session.contextUsage ?? session.inputUsage);
}

/** Undefined when unlimited or unknown. */
export function getContextWindow(session: Session): number | undefined {
  return toTokenCount(session.contextWindow ?? session.inputQuota);
}

/** In tokens; undefined when unknown. Never rejects. */
export async function measureInput(
  session: Session,
  input: readonly SessionMessage[],
  options: PromptOptions,
): Promise<number | undefined> {
  try {
    if (session.measureContextUsage) return toTokenCount(await session.measureContextUsage(input, options));
    return toTokenCount(await session.measureInputUsage?.(input, options));
  } catch {
    return undefined;
  }
}

/** The API's counts are doubles, and the window may be infinite. */
export function toTokenCount(figure: unknown): number | undefined {
  return typeof figure === 'number' && Number.isFinite(figure) && figure >= 0 ? Math.round(figure) : undefined;
}

/** An unknown word counts as 'unavailable'. */
export function parseAvailability(word: string): Availability {
  return AVAILABILITIES.find((availability) => availability === word) ?? 'unavailable';
}
