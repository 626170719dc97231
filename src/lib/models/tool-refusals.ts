/**
 * Detects that a server refused a request because it, or its model, takes no tools at all. A complaint about one tool
 * or its schema does not count: the user must see it.
 */
import { parseErrorBody } from './server-words.ts';

/** 404 is OpenRouter's, 405 DeepInfra's, 500 llama.cpp's. */
const REFUSAL_STATUSES: readonly number[] = [400, 404, 405, 422, 500, 501];

const TOOLS_PATTERN = String.raw`\b(?:tools?(?:[ _/-]?(?:use|calls?|calling|choice))?|function[ _-]?call(?:s|ing)?|functions)\b`;

const TOOL_REFUSALS: readonly RegExp[] = [
  // `llama3 does not support tools` (Ollama), `deepseek-reasoner does not support Function Calling`
  String.raw`(?:not|n[’']t|cannot) (?:currently |yet )?support (?:native |custom |any |the )?['"\x60]?${TOOLS_PATTERN}`,
  // `No endpoints found that support tool use` (OpenRouter)
  String.raw`no endpoints found that support tool`,
  // `'tools' is not supported with this model` (OpenAI), `Tool calling is not supported for model: …` (DeepInfra)
  String.raw`${TOOLS_PATTERN}['"\x60]?(?: parameters?| params?)? (?:is|are) (?:un|not (?:fully |currently |yet )?)(?:supported|enabled|available|implemented)`,
  // `"auto" tool choice requires --enable-auto-tool-choice` (vLLM), `tools param requires --jinja flag` (llama.cpp)
  String.raw`\btools?(?:[ _]choice| param)? requires --`,
  // `Unsupported param: tools`, `Unrecognized request arguments supplied: tool_choice, tools`, `unexpected keyword …`
  String.raw`(?:unsupported|unknown|unrecognized|unexpected|invalid) (?:request )?(?:keyword|param|argument|field|option).{0,60}\btool(?:s|_choice)(?![\w.[])`,
  // `body.tools: Extra inputs are not permitted` (everything built on pydantic)
  String.raw`\btool(?:s|_choice): extra (?:inputs|fields)`,
  // Gemini wants a signature sent back with every call, which the conversation cannot hold.
  String.raw`\bthought_signature\b`,
  // DeepSeek and Kimi want the thoughts before a call sent back, which the conversation cannot hold.
  String.raw`missing .{0,20}\breasoning_content\b|\breasoning_content\b.{0,20} (?:is|are) (?:missing|required)`,
].map((source) => new RegExp(source, 'i'));

export function isToolsRefusal(status: number, body: string): boolean {
  if (!REFUSAL_STATUSES.includes(status)) return false;
  const { text } = parseErrorBody(body);
  return TOOL_REFUSALS.some((refusal) => refusal.test(text)) || (status === 501 && /\btools?\b/i.test(text));
}

const TOOLS_REQUIRED: readonly RegExp[] = [
  // Anthropic
  /which include .{0,40}\btool_(?:use|result)\b.{0,40} must define tools/i,
  // Gateways to Anthropic: LiteLLM, Bedrock.
  /expects the [`'"]?tools=?[`'"]? param/i,
  /\btoolConfig field must be (?:defined|provided)/i,
];

/** Whether a server refused a conversation with calls because the request offered no tools. */
export function isToolsRequired(status: number, body: string): boolean {
  const { text } = parseErrorBody(body);
  return REFUSAL_STATUSES.includes(status) && TOOLS_REQUIRED.some((pattern) => pattern.test(text));
}
