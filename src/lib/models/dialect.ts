/**
 * What a server accepts, learned from its refusals.
 * A call makes one request, so a refusal ends the call and the next attempt uses the new dialect.
 */
import type { Protocol } from './protocol.ts';
import { parseErrorBody } from './server-words.ts';
import { isToolsRefusal, isToolsRequired } from './tool-refusals.ts';

export interface Dialect {
  /** Send tools as tools. Many local models and servers refuse them; then the text describes them. */
  readonly tools: boolean;
  /** Ask the server to constrain the reply to a JSON schema. */
  readonly json: boolean;
  /** Send a temperature. Reasoning models refuse one. */
  readonly temperature: boolean;
  /** Ask for token usage in the stream. Some servers refuse the option (Mistral, older vLLM: 400 or 422). */
  readonly streamOptions: boolean;
  /** OpenAI's reasoning models refuse `max_tokens`; most other servers know only that. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** The server refused the first name of the limit, which must not be tried again. */
  readonly limitSwitched: boolean;
  /** Ask the model not to think at length. Some models cannot stop thinking and refuse the option. */
  readonly quiet: boolean;
}

export function createInitialDialect(base: string, tools: boolean): Dialect {
  const openai = URL.canParse(base) && new URL(base).hostname === 'api.openai.com';
  const limit = openai ? 'max_completion_tokens' : 'max_tokens';
  return { tools, json: true, temperature: true, streamOptions: true, limit, limitSwitched: false, quiet: true };
}

export interface RequestFeatures {
  readonly tools: boolean;
  readonly json: boolean;
  readonly temperature: boolean;
}

const SCHEMA_REFUSAL =
  /response_format|json_schema|response_json_schema|structured.?output|\bformat\b.{0,60}(?:support|invalid|unknown)/i;

/**
 * Matches `'temperature' is not supported with this model` (OpenAI), `invalid temperature: only 1 is allowed` (Kimi).
 */
const TEMPERATURE_REFUSAL = /\btemperature\b/i;

/** Returns the dialect for the next attempt after this refusal; null when the refusal has another reason. */
export function findNextDialect(
  protocol: Protocol,
  dialect: Dialect,
  refusal: { readonly status: number; readonly body: string },
  features: RequestFeatures,
): Dialect | null {
  const { status, body } = refusal;
  // With tools described in text, the conversation needs no native tools.
  const mustDropTools = features.tools ? isToolsRefusal(status, body) : isToolsRequired(status, body);
  if (dialect.tools && mustDropTools) return { ...dialect, tools: false };
  if (dialect.json && features.json && [400, 404, 422, 500, 501].includes(status) && SCHEMA_REFUSAL.test(body))
    return { ...dialect, json: false };
  // Matched against the server's message only: a body may repeat the whole request.
  if (
    dialect.temperature &&
    features.temperature &&
    [400, 422].includes(status) &&
    TEMPERATURE_REFUSAL.test(parseErrorBody(body).text)
  )
    return { ...dialect, temperature: false };
  const rule = protocol.refusals?.find(
    ({ option, statuses, pattern: matcher }) => dialect[option] && statuses.includes(status) && matcher.test(body),
  );
  if (rule) return { ...dialect, [rule.option]: false };
  return protocol.learnDialect?.(dialect, refusal) ?? null;
}
