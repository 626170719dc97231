import { SERVER_TOOL_MARK, type ServerTool } from './server-tool.ts';

/** Every model takes names of these letters, no longer than this. */
const MAX_NAME = 64;
const OTHER_LETTERS = /[^a-zA-Z0-9_-]/g;

/** No two tools get one name. */
export function createServerToolName({ server, name, pin }: Pick<ServerTool, 'server' | 'name' | 'pin'>): string {
  const letters = name.replace(OTHER_LETTERS, '_');
  const full = `${server}${SERVER_TOOL_MARK}${letters}`;
  return letters === name && full.length <= MAX_NAME ? full : `${full.slice(0, MAX_NAME - 9)}_${pin.slice(0, 8)}`;
}
