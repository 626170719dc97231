/** What happens in a run of `generated-run.ts`: what the model, the server and the user do. */
import type { Limits, ModelBinding, Prices } from '../../../src/lib/agent/frames/frames.ts';
import type { ToolCalling, ModelUsage } from '../../../src/lib/models/model.ts';
import type { Say } from '../models/agent-model.ts';
import type { PlayedAgent } from '../agents/played-agents.ts';

export interface Plot {
  readonly script: readonly Say[];
  readonly limits: Limits;
  readonly prices: Prices | null;
  readonly opening: boolean;
  readonly toolCalling: ToolCalling;
  /** Of the model's window; roomy unless told. */
  readonly contextTokens?: number;
  /** Characters that every text found has more. */
  readonly bulk?: number;
  /** Of each reply; `most` for all that it may take. */
  readonly usage: ModelUsage | 'most';
  /** How often the server fails a request before it answers it, picked by the request. */
  readonly flaky: readonly number[];
  /** Milliseconds between two events of the model's stream. */
  readonly tempo: number;
  /** At which point (they are counted) the user presses stop; null for never. */
  readonly stopAt: number | null;
  /** Models beside the main one; none unless told. */
  readonly crew?: Readonly<Partial<Record<Exclude<Role, 'main'>, Member>>>;
  /** Whether answers are asked about; not unless told. */
  readonly secondOpinion?: boolean;
  /** Agents that can be called; none unless told. */
  readonly agents?: readonly PlayedAgent[];
  /** How a model takes requests, picked by the request; as it should unless told. */
  readonly moods?: Readonly<Partial<Record<Role, readonly Mood[]>>>;
}

export type Role = 'main' | 'fast' | 'vision' | 'fallback';
export type Member = Pick<ModelBinding, 'metered' | 'prices'> & { readonly toolCalling: ToolCalling };
/** `refuses`: no attempt will ever do. `fails`: each may, and none does. */
export type Mood = 'answers' | 'refuses' | 'fails';

/** Ids of the models of a plot. */
export const IDS = {
  main: 'scripted:model',
  fast: 'scripted:fast',
  vision: 'scripted:vision',
  fallback: 'scripted:fallback',
} as const;

export const ROLES: readonly Role[] = ['main', 'fast', 'vision', 'fallback'];
