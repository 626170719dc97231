/**
 * The tools for building agents. The saved manifest is exactly the one the user saw and approved, so the agent can use
 * only what it names.
 */
import type { Tool } from '../agent/tools.ts';
import { createCheckAgentTool } from './building/check-agent.ts';
import { createCapabilitiesTool } from './building/list-capabilities.ts';
import { createSaveAgentTool } from './building/save-agent.ts';
import type { Extension } from './extension.ts';

/** `extensions`: all of them, including the one of these tools. */
export function createBuildingTools(extensions: () => readonly Extension[]): readonly Tool[] {
  return [createCapabilitiesTool(extensions), createCheckAgentTool(extensions), createSaveAgentTool(extensions)];
}
