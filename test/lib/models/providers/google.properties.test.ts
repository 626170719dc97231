import { readsAnyReply, survivesAnyBytes } from '../../../kit/conformance/stream-properties.ts';
import { gemini } from '../../../kit/wire/google.ts';

readsAnyReply(gemini);
survivesAnyBytes(gemini, [
  '{"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":"STOP"}]}',
  '{"candidates":[null]}',
  '{"candidates":{}}',
  '{"candidates":[{"content":{"parts":[{"functionCall":{}}]}}]}',
  '{"candidates":[{"content":{"parts":[{"functionCall":{"name":""}}]},"finishReason":"STOP"}]}',
  '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]}}]}',
  '{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.a","stringValue":"x"}]}}]}}]}',
  '{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}',
  '{"candidates":[{"finishReason":"CONTINUATION","continuationToken":"t"}]}',
  '{"promptFeedback":{"blockReason":"SAFETY"}}',
  '{"promptFeedback":{"blockReason":1}}',
  '{"error":{"code":429,"message":"no","status":"RESOURCE_EXHAUSTED"}}',
  '{"error":null,"usageMetadata":{"promptTokenCount":-1.5}}',
  '[{"error":{"code":503}}]',
]);
