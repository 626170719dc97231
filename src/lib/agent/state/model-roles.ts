/** Selects the model for each purpose and its replacement, in one place for call, budget and price. */
import type { ModelCallFrame } from '../frames/model-frames.ts';
import type { Model, RunPorts } from '../ports.ts';
import type { ModelBinding, RunModels } from '../frames/spec.ts';

export type Purpose = ModelCallFrame['purpose'];

export interface BoundModel {
  readonly binding: ModelBinding;
  readonly model: Model;
}

export function resolveModelForPurpose(
  purpose: Purpose,
  models: RunModels,
  modelFor: RunPorts['getModel'],
): BoundModel {
  const bindModel = (binding: ModelBinding): BoundModel => ({ binding, model: modelFor(binding.config) });
  if (purpose === 'translate' && models.translator) return bindModel(models.translator);
  if (purpose === 'rank' && models.embedder) return bindModel(models.embedder);
  if (purpose === 'look') return bindModel(models.vision ?? models.main);
  const bound = bindModel((FAST_PURPOSES.has(purpose) ? models.fast : null) ?? models.main);
  if (purpose === 'part' || bound.model.toolCalling !== 'none') return bound;
  // an engine without tool calling can only condense; a translator knows words of another language
  return bindModel((purpose === 'rewrite' ? models.translator : null) ?? models.main);
}

/** The model that is called for a purpose. */
export type GetCallee = (purpose: Purpose) => BoundModel;

export const bindCallees =
  (models: RunModels, getModel: RunPorts['getModel']): GetCallee =>
  (purpose) =>
    resolveModelForPurpose(purpose, models, getModel);

/** Much text, little reasoning. Reflection stays with the deciding model. */
const FAST_PURPOSES: ReadonlySet<Purpose> = new Set(['part', 'compact', 'grade', 'rewrite', 'opinion']);

/** Returns the run's model with that id; null if the run has no such model. */
export function findModelBinding(
  { main, fast, vision, fallback, translator, embedder }: RunModels,
  id: string,
): ModelBinding | null {
  return [main, fast, vision, fallback, translator, embedder].find((binding) => binding?.id === id) ?? null;
}

export function applyModelSwitch(models: RunModels, from: string, to: string): RunModels {
  const { main, fast, vision, fallback } = models;
  const others = { fast: fast?.id === from ? null : fast, vision: vision?.id === from ? null : vision };
  if (findHelperRole(models, from) !== null) {
    return to === main.id ? { ...models, ...others, vision: main.config.pictures ? others.vision : vision } : models;
  }
  if (main.id !== from || fallback?.id !== to) return models;
  return { ...models, main: fallback, ...others, fallback: null };
}

/** Null if the main model cannot perform the role. */
export function findHelperRole({ main, fast, vision }: RunModels, id: string): 'fast' | 'vision' | null {
  if (id === main.id) return null;
  if (id === fast?.id) return 'fast';
  return id === vision?.id && main.config.pictures ? 'vision' : null;
}

export function isCoveredByMain(purpose: Purpose, models: RunModels, id: string): boolean {
  if (purpose === 'look') return id === models.vision?.id && id !== models.main.id && models.main.config.pictures;
  return findHelperRole(models, id) === 'fast';
}

export interface ModelSwitch {
  readonly from: Pick<ModelBinding, 'id' | 'label'>;
  readonly to: Pick<ModelBinding, 'id' | 'label'>;
  readonly role: 'main' | 'fast' | 'vision';
  readonly reason: string;
}

/** The main model for a helper, otherwise the user's fallback; null if none is left. */
export function findFallback(failed: string, models: RunModels, switches: readonly ModelSwitch[]): ModelBinding | null {
  const { main, fallback } = models;
  if (findHelperRole(models, failed) !== null) return main;
  if (main.id !== failed || fallback === null || fallback.id === failed) return null;
  return switches.some(({ from }) => from.id === fallback.id) ? null : fallback;
}
