/** No built-in tool's name begins with it. */
const PREFIX = 'agent_';

export const toToolName = (id: string): string => `${PREFIX}${id.replaceAll('-', '_')}`;

export const isAgentTool = (tool: string): boolean => tool.startsWith(PREFIX);
