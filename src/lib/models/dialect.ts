/**
 * Where servers differ in what they accept, learned from their refusals. The one rule: a call makes one request, so a
 * refusal ends the call, and the next attempt speaks the other dialect.
 */
import type { Protocol } from './protocol.ts';
import { wordsOf } from './server-words.ts';
import { refusesTools, wantsTools } from './tool-refusals.ts';

export interface Dialect {
  /** Hand tools over as tools. Many local models and servers cannot take them; then they are told of in the text. */
  readonly tools: boolean;
  /** Ask the server to hold the reply to a JSON schema. */
  readonly json: boolean;
  /** Say how freely to choose words. Reasoning models refuse to be told. */
  readonly temperature: boolean;
  /** Ask for token usage in the stream. Some servers refuse the option (Mistral, older vLLM: 400 or 422). */
  readonly streamOptions: boolean;
  /** OpenAI's reasoning models refuse `max_tokens`; most other servers know nothing else. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** The server refused the first name of the limit; it is not asked to take it again. */
  readonly switched: boolean;
  /** Tell a model that would think at length not to; some cannot be told, and refuse to be. */
  readonly quiet: boolean;
}

export function firstDialect(base: string, tools: boolean): Dialect {
  const openai = URL.canParse(base) && new URL(base).hostname === 'api.openai.com';
  const limit = openai ? 'max_completion_tokens' : 'max_tokens';
  return { tools, json: true, temperature: true, streamOptions: true, limit, switched: false, quiet: true };
}

/** What a refused request had asked for. */
export interface Asked {
  readonly tools: boolean;
  readonly json: boolean;
  readonly temperature: boolean;
}

const SCHEMA =
  /response_format|json_schema|response_json_schema|structured.?output|\bformat\b.{0,60}(?:support|invalid|unknown)/i;

/** `'temperature' is not supported with this model` (OpenAI), `invalid temperature: only 1 is allowed` (Kimi). */
const TEMPERATURE = /\btemperature\b/i;

/** What to speak after a refusal with this body of a request in this dialect; null when it is about something else. */
export function nextDialect(
  protocol: Protocol,
  dialect: Dialect,
  refusal: { readonly status: number; readonly body: string },
  asked: Asked,
): Dialect | null {
  const { status, body } = refusal;
  // in words, a conversation needs no tools to be understood
  const words = asked.tools ? refusesTools(status, body) : wantsTools(status, body);
  if (dialect.tools && words) return { ...dialect, tools: false };
  if (dialect.json && asked.json && [400, 404, 422, 500, 501].includes(status) && SCHEMA.test(body))
    return { ...dialect, json: false };
  // in the server's own words: a body may repeat the whole request
  if (dialect.temperature && asked.temperature && [400, 422].includes(status) && TEMPERATURE.test(wordsOf(body).text))
    return { ...dialect, temperature: false };
  const refused = protocol.refusals?.find(
    ({ option, statuses, words: said }) => dialect[option] && statuses.includes(status) && said.test(body),
  );
  if (refused) return { ...dialect, [refused.option]: false };
  return protocol.learn?.(dialect, refusal) ?? null;
}
