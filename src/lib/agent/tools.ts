/** Everything about tools that others may import: what one is, how a run keeps them, and how a call is written and run. */
export * from './tool.ts';
export * from './registry.ts';
export { ENGINES, LINKED, OWN_TAB, UNREADABLE, webOrigin } from './policy.ts';
export { executeTool, fill } from './execute.ts';
export { parseToolCall, serializeToolCall } from './parse.ts';
