import { anthropicMessages } from '../../../kit/wire/anthropic.ts';
import { readsAnyReply, survivesAnyBytes } from '../../../kit/conformance/stream-properties.ts';

readsAnyReply(anthropicMessages);

survivesAnyBytes(anthropicMessages, [
  '{"type":"message_start","message":{"id":"a","usage":{"input_tokens":1}}}',
  '{"type":"message_start","message":{"id":"b","usage":{"input_tokens":-1.5,"__proto__":{"output_tokens":1}}}}',
  '{"type":"message_start","message":{"content":[{"type":"tool_use","id":"t","name":"f","input":{"a":1}}],"usage":{"input_tokens":1},"stop_reason":"tool_use"}}',
  '{"type":"message_start","message":null}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
  '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}',
  '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{"a":[]}}}',
  '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","name":""}}',
  '{"type":"content_block_start","index":2,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}',
  '{"type":"content_block_start","index":2,"content_block":{"type":"mcp_tool_result","tool_use_id":"x","is_error":false,"content":[]}}',
  '{"type":"content_block_start","index":3,"content_block":{"type":"redacted_thinking","data":""}}',
  '{"type":"content_block_start","index":3,"content_block":{"type":"hologram"}}',
  '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}',
  '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{"}}',
  '{"type":"content_block_delta","index":9,"delta":{"type":"input_json_delta","partial_json":"{}"}}',
  '{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":{}}}',
  '{"type":"content_block_stop","index":0}',
  '{"type":"content_block_stop","index":1}',
  '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}',
  '{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":2}}',
  '{"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"explanation":7}},"usage":{"output_tokens":2}}',
  '{"type":"message_delta","delta":{"stop_reason":7},"usage":null}',
  '{"type":"message_stop"}',
  '{"type":"ping"}',
  '{"type":"news","of":"tomorrow"}',
  '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
  '{"type":"error","error":null}',
]);
