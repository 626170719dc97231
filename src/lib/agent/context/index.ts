/** Public exports of the context. */
export { compactContext } from './compaction.ts';
export {
  addToContext,
  createContext,
  COMPACTION_THRESHOLD,
  needsCompaction,
  serializeContext,
  MAX_COMPACTED_SHARE,
  type AgentContext,
  type ContextEntry,
} from './context-tokens.ts';
export { generateGrounding, createGrounding, type GroundingSection } from './grounding.ts';
