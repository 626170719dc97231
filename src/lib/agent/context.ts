/**
 * Everything about context that others may import: what a model is shown, how full that is, where the run stands, and how
 * room is made.
 */
export { compactContext } from './compaction.ts';
export {
  addToContext,
  createContext,
  FULL,
  needsCompaction,
  serializeContext,
  WORTHWHILE,
  type AgentContext,
  type ContextEntry,
} from './context-value.ts';
export { generateGrounding, groundingOf, type GroundingSection } from './grounding.ts';
