/**
 * The builder's tools: what an agent can be made of, whether a manifest is sound, and keeping one. The one rule: what is kept is the
 * manifest that the person saw and agreed to, with nothing added, so that it can use exactly what stood in it.
 */
import type { Tool } from '../agent/tools.ts';
import { checkAgent } from './building/check-agent.ts';
import { listCapabilities } from './building/list-capabilities.ts';
import { saveAgent } from './building/save-agent.ts';
import type { Extension } from './extension.ts';

/** `extensions`: all there are, these tools' own included. */
export function buildingTools(extensions: () => readonly Extension[]): readonly Tool[] {
  return [listCapabilities(extensions), checkAgent(extensions), saveAgent(extensions)];
}
