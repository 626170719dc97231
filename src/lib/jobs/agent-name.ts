/** The name under which an agent is called as a tool. The one rule: it is nobody else's; no tool of the product begins so. */
const PREFIX = 'agent_';

export const toolNameOf = (id: string): string => `${PREFIX}${id.replaceAll('-', '_')}`;

/** Whether what goes by that name is an agent. */
export const isAgentTool = (tool: string): boolean => tool.startsWith(PREFIX);
