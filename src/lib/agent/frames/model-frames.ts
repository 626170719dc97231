/** Frames that record what models were asked, said and cost. */
import type { FinishReason, ModelFailure } from '../../models/model.ts';
import type { Args, RawCall } from './decision.ts';
import type { Grade } from './grade.ts';
import type { FrameOf } from './frame-of.ts';

/** Written before the request is sent. */
export interface ModelCallFrame extends FrameOf<'model.call'> {
  readonly step: number;
  readonly key: string;
  readonly attempt: number;
  /** Id of the called model. */
  readonly model: string;
  /** `part`: of a page. `compact`: condenses turns. `look`: at a picture. `grade`, `rewrite`, `rank`: for search. `sample`: for a server. `opinion`: of an answer’s claims. */
  readonly purpose:
    | 'decide'
    | 'answer'
    | 'part'
    | 'reflect'
    | 'compact'
    | 'look'
    | 'grade'
    | 'rewrite'
    | 'rank'
    | 'translate'
    | 'sample'
    | 'opinion';
  /** 1-based; for `part` only. */
  readonly part: { readonly index: number; readonly of: number } | null;
  /** Reserved before the call: counted input, largest output. */
  readonly estimate: { readonly input: number; readonly output: number };
  readonly shares: readonly Share[];
  readonly promptHash: string;
}

/** Input tokens of an origin (`https://example.org`) or a part of the prompt. */
export interface Share {
  readonly source: string;
  readonly tokens: number;
}

export interface ModelReplyFrame extends FrameOf<'model.reply'> {
  readonly key: string;
  readonly text: string;
  /** As written; acted on only if `finish` allows it. */
  readonly calls: readonly RawCall[];
  readonly finish: FinishReason | 'failed' | 'aborted';
  readonly failure: ModelFailure | null;
  readonly ms: number;
}

/** Always in the same write as the frame that settles the call. */
export interface UsageFrame extends FrameOf<'usage'> {
  readonly key: string;
  /** That model's prices apply. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
  /** `counted`: by us. `lost`: our estimate for an attempt cut by the worker's death. */
  readonly source: 'provider' | 'counted' | 'lost';
}

/** Why an action failed; shown to later decisions (R5.1). */
export interface ReflectionFrame extends FrameOf<'reflection'> {
  readonly step: number;
  /** `rule`: no model could be called. */
  readonly by: 'model' | 'rule';
  readonly of: readonly string[];
  readonly errorType: string;
  readonly failedAction: { readonly tool: string; readonly args: Args };
  readonly analysis: string;
  readonly suggestedFix: string;
  readonly repeated: boolean;
}

/** Hides or condenses turns for the model (R5.3). Nothing is deleted: `restore` shows them again. */
export interface CompactionFrame extends FrameOf<'compaction'> {
  readonly step: number;
  /** `clear`: results as their message only. `summary`: the turns as one text. */
  readonly stage: 'clear' | 'summary';
  readonly by: 'model' | 'rule';
  /** Exclusive end: turns with a lower index. */
  readonly to: number;
  readonly summary: string;
  /** Pages that were read; they stay citable. */
  readonly sources: readonly { readonly title: string; readonly uri: string }[];
  readonly before: number;
  readonly after: number;
}

/** By URL (R5.2); a later grade replaces an earlier one. */
export interface GradeFrame extends FrameOf<'grade'> {
  readonly step: number;
  readonly of: string;
  readonly need: string;
  readonly grades: readonly Grade[];
}

/** A second opinion of the answer, which it changes nothing of. The run is over with it. */
export interface OpinionFrame extends FrameOf<'opinion'> {
  /** Label of the model; null if none answered. */
  readonly by: string | null;
  /** `citation`: index of the citation whose claim it doubts. */
  readonly doubts: readonly { readonly citation: number; readonly reason: string }[];
}
