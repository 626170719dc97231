/** What a server accepts, learned from its refusals. A refusal ends the call; the next uses the new dialect. */
import type { Protocol } from './wire-format.ts';
import type { ModelRequest } from '../model.ts';
import { parseErrorBody } from './error-body.ts';
import { getHostname } from '../../base/urls.ts';

export interface Dialect {
  readonly tools: boolean;
  readonly json: boolean;
  /** Reasoning models refuse one. */
  readonly temperature: boolean;
  /** Ask for usage in the stream. Mistral and older vLLM refuse it (400 or 422). */
  readonly streamOptions: boolean;
  /** OpenAI's reasoning models refuse `max_tokens`; most other servers know only that. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** The first name was refused and must not be tried again. */
  readonly limitSwitched: boolean;
  readonly quiet: boolean;
}

export function createInitialDialect(base: string, tools: boolean): Dialect {
  const openai = getHostname(base) === 'api.openai.com';
  const limit = openai ? 'max_completion_tokens' : 'max_tokens';
  return { tools, json: true, temperature: true, streamOptions: true, limit, limitSwitched: false, quiet: true };
}

const SCHEMA_REFUSAL =
  /response_format|json_schema|response_json_schema|structured.?output|\bformat\b.{0,60}(?:support|invalid|unknown)/i;

const TEMPERATURE_REFUSAL = /\btemperature\b/i;

/** Null when the refusal has another reason. */
export function findNextDialect(
  protocol: Protocol,
  dialect: Dialect,
  refusal: { readonly status: number; readonly body: string },
  { tools = [], json, temperature }: Pick<ModelRequest, 'tools' | 'json' | 'temperature'>,
): Dialect | null {
  const { status, body } = refusal;
  const mustDropTools = tools.length > 0 ? isToolsRefusal(status, body) : isToolsRequired(status, body);
  if (dialect.tools && mustDropTools) return { ...dialect, tools: false };
  if (dialect.json && json !== undefined && [400, 404, 422, 500, 501].includes(status) && SCHEMA_REFUSAL.test(body))
    return { ...dialect, json: false };
  // Only the server's message: a body may repeat the whole request.
  if (
    dialect.temperature &&
    temperature !== undefined &&
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

/** 404 is OpenRouter's, 405 DeepInfra's, 500 llama.cpp's. */
const REFUSAL_STATUSES: readonly number[] = [400, 404, 405, 422, 500, 501];

const TOOLS_PATTERN = String.raw`\b(?:tools?(?:[ _/-]?(?:use|calls?|calling|choice))?|function[ _-]?call(?:s|ing)?|functions)\b`;

const TOOL_REFUSALS: readonly RegExp[] = [
  // Ollama, DeepSeek
  String.raw`(?:not|n[’']t|cannot) (?:currently |yet )?support (?:native |custom |any |the )?['"\x60]?${TOOLS_PATTERN}`,
  // OpenRouter
  String.raw`no endpoints found that support tool`,
  // OpenAI, DeepInfra
  String.raw`${TOOLS_PATTERN}['"\x60]?(?: parameters?| params?)? (?:is|are) (?:un|not (?:fully |currently |yet )?)(?:supported|enabled|available|implemented)`,
  // vLLM: `… requires --enable-auto-tool-choice`; llama.cpp: `… requires --jinja flag`
  String.raw`\btools?(?:[ _]choice| param)? requires --`,
  String.raw`(?:unsupported|unknown|unrecognized|unexpected|invalid) (?:request )?(?:keyword|param|argument|field|option).{0,60}\btool(?:s|_choice)(?![\w.[])`,
  // pydantic
  String.raw`\btool(?:s|_choice): extra (?:inputs|fields)`,
  // Gemini wants a signature sent back, which the conversation cannot hold.
  String.raw`\bthought_signature\b`,
  // DeepSeek and Kimi want the thoughts sent back, which the conversation cannot hold.
  String.raw`missing .{0,20}\breasoning_content\b|\breasoning_content\b.{0,20} (?:is|are) (?:missing|required)`,
].map((source) => new RegExp(source, 'i'));

function isToolsRefusal(status: number, body: string): boolean {
  if (!REFUSAL_STATUSES.includes(status)) return false;
  const { text } = parseErrorBody(body);
  return TOOL_REFUSALS.some((refusal) => refusal.test(text)) || (status === 501 && /\btools?\b/i.test(text));
}

const TOOLS_REQUIRED: readonly RegExp[] = [
  // Anthropic
  /which include .{0,40}\btool_(?:use|result)\b.{0,40} must define tools/i,
  // LiteLLM, Bedrock
  /expects the [`'"]?tools=?[`'"]? param/i,
  /\btoolConfig field must be (?:defined|provided)/i,
];

function isToolsRequired(status: number, body: string): boolean {
  const { text } = parseErrorBody(body);
  return REFUSAL_STATUSES.includes(status) && TOOLS_REQUIRED.some((pattern) => pattern.test(text));
}
