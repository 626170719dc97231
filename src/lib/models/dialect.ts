/**
 * Where "OpenAI-compatible" servers differ in what they accept, learned from their refusals. The one rule: a call
 * makes one request, so a refusal ends the call, and the next attempt speaks the other dialect.
 */
import { refusesTools } from './tool-refusals.ts';

export interface Dialect {
  /** Ask for token usage in the stream. Some servers refuse the option (Mistral, older vLLM: 400 or 422). */
  readonly streamOptions: boolean;
  /** OpenAI's reasoning models refuse `max_tokens`; most other servers know nothing else. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** The server refused the first name of the limit; it is not asked to take it again. */
  readonly switched: boolean;
  /** Hand tools over as tools. Many local models and servers cannot take them; then they are told of in the text. */
  readonly tools: boolean;
}

export function firstDialect(base: string, tools: boolean): Dialect {
  const openai = URL.canParse(base) && new URL(base).hostname === 'api.openai.com';
  return { streamOptions: true, limit: openai ? 'max_completion_tokens' : 'max_tokens', switched: false, tools };
}

/** What to speak after a refusal with this body of a request in this dialect; null when it is about something else. */
export function nextDialect(dialect: Dialect, status: number, body: string, hadTools: boolean): Dialect | null {
  if (dialect.tools && hadTools && refusesTools(status, body)) return { ...dialect, tools: false };
  if (status !== 400 && status !== 422) return null;
  if (dialect.streamOptions && /stream_options|include_usage/.test(body)) return { ...dialect, streamOptions: false };
  if (dialect.switched || !body.includes(dialect.limit)) return null;
  const other = dialect.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const unknown = /unsupported|unknown|unrecognized|not supported|not permitted|unexpected|extra_forbidden/i.test(body);
  return unknown ? { ...dialect, limit: other, switched: true } : null;
}

/** The request's body in the dialect. */
export function speak(dialect: Dialect, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { stream_options: streamOptions, max_tokens: limit, ...rest } = body;
  return { ...rest, [dialect.limit]: limit, ...(dialect.streamOptions ? { stream_options: streamOptions } : {}) };
}
