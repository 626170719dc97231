/**
 * Selects the model for each purpose and its replacement. All code that needs a model asks here, so that the call, its
 * token budget, its price and its estimate refer to the same model.
 */
import type { ModelCallFrame } from '../frames/frames.ts';
import type { Model, RunPorts } from '../ports.ts';
import type { ModelBinding, RunModels } from '../frames/spec.ts';

export type Purpose = ModelCallFrame['purpose'];

/** A model with its binding. */
export interface BoundModel {
  readonly binding: ModelBinding;
  readonly model: Model;
}

/** Returns the model for that purpose. */
export function resolveModelForPurpose(
  purpose: Purpose,
  models: RunModels,
  modelFor: RunPorts['getModel'],
): BoundModel {
  const bindModel = (binding: ModelBinding): BoundModel => ({ binding, model: modelFor(binding.config) });
  if (purpose === 'look') return bindModel(models.vision ?? models.main);
  if (models.fast === null || !isFastPurpose(purpose)) return bindModel(models.main);
  const fast = bindModel(models.fast);
  // an engine without tool calling can condense text, but neither write notes nor grade
  return purpose !== 'part' && fast.model.toolCalling === 'none' ? bindModel(models.main) : fast;
}

/** Purposes with much text and little reasoning. Reflection stays with the model that made the decision. */
const isFastPurpose = (purpose: Purpose): boolean => FAST_PURPOSES.has(purpose);
const FAST_PURPOSES: ReadonlySet<Purpose> = new Set(['part', 'compact', 'grade', 'rewrite']);

/** Returns the run's model with that id; null if the run has no such model. */
export function findModelBinding({ main, fast, vision, fallback }: RunModels, id: string): ModelBinding | null {
  return [main, fast, vision, fallback].find((binding) => binding?.id === id) ?? null;
}

/** Returns the models after one replaced another; unchanged if that replacement is not possible. */
export function applyModelSwitch(models: RunModels, from: string, to: string): RunModels {
  const { main, fast, vision, fallback } = models;
  const others = { fast: fast?.id === from ? null : fast, vision: vision?.id === from ? null : vision };
  if (findHelperRole(models, from) !== null) {
    // a main model without vision cannot replace the vision model
    return to === main.id ? { ...models, ...others, vision: main.config.pictures ? others.vision : vision } : models;
  }
  if (main.id !== from || fallback?.id !== to) return models;
  return { ...models, main: fallback, ...others, fallback: null };
}

/** Returns the helper role of a model that the main model can also perform; null otherwise. */
export function findHelperRole({ main, fast, vision }: RunModels, id: string): 'fast' | 'vision' | null {
  if (id === main.id) return null;
  if (id === fast?.id) return 'fast';
  return id === vision?.id && main.config.pictures ? 'vision' : null;
}

/** Whether the main model can do what the other model with that id was asked for. */
export function isCoveredByMain(purpose: Purpose, models: RunModels, id: string): boolean {
  if (purpose === 'look') return id === models.vision?.id && id !== models.main.id && models.main.config.pictures;
  return findHelperRole(models, id) === 'fast';
}

/** A replacement of one model by another. */
export interface ModelSwitch {
  readonly from: Pick<ModelBinding, 'id' | 'label'>;
  readonly to: Pick<ModelBinding, 'id' | 'label'>;
  /** Role of the model that was replaced. */
  readonly role: 'main' | 'fast' | 'vision';
  /** Reason, as text. */
  readonly reason: string;
}

/**
 * Returns the replacement for a failed model: the main model for a helper, otherwise the user's fallback. Null if there
 * is
 * none, or it has failed in this run as well.
 */
export function findFallback(failed: string, models: RunModels, switches: readonly ModelSwitch[]): ModelBinding | null {
  const { main, fallback } = models;
  if (findHelperRole(models, failed) !== null) return main;
  if (main.id !== failed || fallback === null || fallback.id === failed) return null;
  return switches.some(({ from }) => from.id === fallback.id) ? null : fallback;
}
