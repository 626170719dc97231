/**
 * Which model of a run does what, and who takes whose place. The one rule: whoever needs a model asks here by purpose, so
 * that a call, the window that its prompt is cut to, its price and its estimate are of the same one.
 */
import type { ModelCallFrame } from './frames.ts';
import type { Model, RunPorts } from './ports.ts';
import type { ModelTerms, RunModels } from './spec.ts';

export type Purpose = ModelCallFrame['purpose'];

/** A model with the terms on which it is called. */
export interface Callee {
  readonly terms: ModelTerms;
  readonly model: Model;
}

/** Whose turn it is for that purpose. */
export function modelForPurpose(purpose: Purpose, models: RunModels, modelFor: RunPorts['modelFor']): Callee {
  const calleeOf = (terms: ModelTerms): Callee => ({ terms, model: modelFor(terms.config) });
  if (purpose === 'look') return calleeOf(models.vision ?? models.main);
  if (models.fast === null || !isForFast(purpose)) return calleeOf(models.main);
  const fast = calleeOf(models.fast);
  // an engine without a language condenses a text, and can neither write notes on decisions nor judge
  return purpose !== 'part' && fast.model.toolCalling === 'none' ? calleeOf(models.main) : fast;
}

/** Much text, little thought. Why an action failed is for the model that decided on it. */
const isForFast = (purpose: Purpose): boolean => FOR_FAST.has(purpose);
const FOR_FAST: ReadonlySet<Purpose> = new Set(['part', 'compact', 'grade', 'rewrite']);

/** The model of that id in a run; '' is the main one, of a run that knew no other. Null for one that is none of its own. */
export function termsOf({ main, fast, vision, fallback }: RunModels, id: string): ModelTerms | null {
  if (id === '') return main;
  return [main, fast, vision, fallback].find((terms) => terms?.id === id) ?? null;
}

/** The models of an agent once one took another's place; the same where neither is one that could. */
export function switched(models: RunModels, from: string, to: string): RunModels {
  const { main, fast, vision, fallback } = models;
  const others = { fast: fast?.id === from ? null : fast, vision: vision?.id === from ? null : vision };
  if (helperOf(models, from) !== null) {
    // one that sees nothing is no better at looking than one that has failed
    return to === main.id ? { ...models, ...others, vision: main.config.pictures ? others.vision : vision } : models;
  }
  if (main.id !== from || fallback?.id !== to) return models;
  return { ...models, main: fallback, ...others, fallback: null };
}

/** The role that a model alone has beside the main one, which can do its work; null for any other. */
export function helperOf({ main, fast, vision }: RunModels, id: string): 'fast' | 'vision' | null {
  if (id === main.id) return null;
  if (id === fast?.id) return 'fast';
  return id === vision?.id && main.config.pictures ? 'vision' : null;
}

/** Whether the main model can do what a model of that id was asked for, and is another. */
export function isCovered(purpose: Purpose, models: RunModels, id: string): boolean {
  if (purpose === 'look') return id === models.vision?.id && id !== models.main.id && models.main.config.pictures;
  return helperOf(models, id) === 'fast';
}

/** A model that took another's place. */
export interface Switch {
  readonly from: Pick<ModelTerms, 'id' | 'label'>;
  readonly to: Pick<ModelTerms, 'id' | 'label'>;
  /** Of the one that was given up. */
  readonly role: 'main' | 'fast' | 'vision';
  /** Why, in words. */
  readonly reason: string;
}

/**
 * Who takes the place of a model that was given up: the main one for one that helps it, else the fallback that the person
 * named. Null where there is nobody, or nobody who has not been given up in this run as well.
 */
export function standIn(failed: string, models: RunModels, switches: readonly Switch[]): ModelTerms | null {
  const { main, fallback } = models;
  if (helperOf(models, failed) !== null) return main;
  if (main.id !== failed || fallback === null || fallback.id === failed) return null;
  return switches.some(({ from }) => from.id === fallback.id) ? null : fallback;
}
