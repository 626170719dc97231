import { readsAnyReply, survivesAnyBytes } from '../../../kit/conformance/stream-properties.ts';
import { openAIResponses } from '../../../kit/wire/openai.ts';

readsAnyReply(openAIResponses);
survivesAnyBytes(openAIResponses, [
  '[DONE]',
  '{"type":"response.created","response":{"id":"r","created_at":1e99,"model":"m"}}',
  '{"type":"response.output_text.delta","item_id":"m","delta":"x"}',
  '{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m"}}',
  '{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","name":"find_text"}}',
  '{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c","name":"f","arguments":""}}',
  '{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c","name":"f","arguments":"{","status":"completed"}}',
  '{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","id":"f","call_id":"c","name":"parallel","arguments":"{\\"tool_uses\\":[null]}","status":"completed"}}',
  '{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"unheard of"}}',
  '{"type":"response.output_item.done","output_index":0,"item":null}',
  '{"type":"response.function_call_arguments.delta","delta":{}}',
  '{"type":"response.function_call_arguments.delta","item_id":"f","output_index":9,"delta":"x"}',
  '{"type":"response.reasoning_summary_part.added","item_id":"unheard of","summary_index":1}',
  '{"type":"response.reasoning_summary_part.done","item_id":"unheard of","summary_index":0}',
  '{"type":"response.web_search_call.completed"}',
  '{"type":"response.code_interpreter_call_code.done","item_id":"f","output_index":0,"code":"x"}',
  '{"type":"response.refusal.done","item_id":"m","refusal":"No."}',
  '{"type":"response.completed","response":{}}',
  '{"type":"response.completed","response":null}',
  '{"type":"response.incomplete","response":{"incomplete_details":{"reason":""}}}',
  '{"type":"response.incomplete","response":{"incomplete_details":{"reason":"error"},"usage":{"input_tokens":-1.5,"output_tokens":0}}}',
  '{"type":"response.failed","sequence_number":1,"response":{"error":null}}',
  '{"type":"response.failed","sequence_number":1,"response":{"error":{"message":"no"}}}',
  '{"type":"error","error":null}',
  '{"type":"error","sequence_number":1,"message":"no"}',
  '{"error":{"message":"no","code":"invalid_api_key"}}',
  '{"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}',
]);
