import { readsAnyReply, survivesAnyBytes } from '../../../kit/conformance/stream-properties.ts';
import { ollamaChat } from '../../../kit/wire/ollama.ts';

readsAnyReply(ollamaChat);

survivesAnyBytes(ollamaChat, [
  '{"message":{"role":"assistant","content":"x"},"done":true,"done_reason":"stop"}',
  '{"done":true,"done_reason":""}',
  '{"message":null,"done":true}',
  '{"message":{"content":7},"done":false}',
  '{"message":{"tool_calls":[null]}}',
  '{"message":{"tool_calls":{"function":{}}},"done":true,"done_reason":"stop"}',
  '{"message":{"tool_calls":[{"function":{"name":"","arguments":{}}}]},"done":true,"done_reason":"stop"}',
  '{"message":{"tool_calls":[{"function":{"name":"f","arguments":null}}]},"done":true,"done_reason":"length"}',
  '{"message":{"tool_calls":[{"id":7,"function":{"name":"f","arguments":"{"}}]},"done":true,"done_reason":"eos"}',
  '{"error":null}',
  '{"error":{"code":429}}',
  '{"status":"success"}',
  '{"done":true,"done_reason":"stop","prompt_eval_count":-1.5}',
  '[{"error":"x"}]',
]);
