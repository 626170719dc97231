/** Names of agents as tools. No built-in tool's name begins with this prefix. */
const PREFIX = 'agent_';

export const toToolName = (id: string): string => `${PREFIX}${id.replaceAll('-', '_')}`;

export const isAgentTool = (tool: string): boolean => tool.startsWith(PREFIX);
