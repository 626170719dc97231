/** A stranger's tool as it is listed and pinned, whether a server or a page offers it. */
import { MAX_TOOL_DESCRIPTION } from '../agent/frames/server-tool.ts';
import { stringifyCanonical } from '../base/json.ts';
import { sha256 } from '../base/hash.ts';
import { narrowArguments } from '../schema/narrow-schema.ts';
import type { ListedTool } from './offscreen/tool-server.ts';

export interface RawTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

export const computeToolPin = ({ name, description = '', inputSchema, outputSchema }: RawTool): Promise<string> =>
  sha256(stringifyCanonical({ name, description, inputSchema, outputSchema: outputSchema ?? null }));

export const describeTool = async (tool: RawTool): Promise<Omit<ListedTool, 'claims'>> => ({
  name: tool.name,
  description: (tool.description ?? '').slice(0, MAX_TOOL_DESCRIPTION),
  inputSchema: narrowArguments(tool.inputSchema),
  pin: await computeToolPin(tool),
});
