export * from './tool.ts';
export * from './registry.ts';
export { ENGINES, LINKED, OWN_TAB, UNREADABLE, getWebOrigin } from './policy.ts';
export { executeTool, fillPlaceholders } from './execute.ts';
export { parseToolCall, serializeToolCall } from '../parse/parse-reply.ts';
