/**
 * What a result of a web search is worth to a need, and who says so. The one rule: what is of use to one part of a question is
 * not spoiled by being of none to another part of it.
 */
import type { Ledger } from '../base/ledger.ts';

export interface Grade {
  /** Canonical address of the result. */
  readonly url: string;
  readonly relevance: 'relevant' | 'not_relevant';
  /** How sure of that, 0 … 1; 0 where nobody has judged. */
  readonly confidence: number;
  /** In a few words. */
  readonly reason: string;
  /**
   * `rule`: by words in common. `nobody`: it could not be graded, and is used all the same, which is said. `person`: they named
   * the address themselves.
   */
  readonly by: 'model' | 'rule' | 'nobody' | 'person';
}

/** A grade with what it was given for. */
export interface Graded extends Grade {
  readonly need: string;
  /** Index of the turn it was given in. */
  readonly turn: number;
}

/** The grades of a run. */
export interface Grades {
  /** What each canonical address is worth to the question at hand. */
  readonly grades: Ledger<Graded>;
  /** What it is worth to one need, under {@link worthName}. */
  readonly worths: Ledger<Grade>;
}

/** An address has no line breaks. */
const worthName = (url: string, need: string): string => `${url}\n${need}`;

export const gradeFor = (url: string, need: string, { worths }: Pick<Grades, 'worths'>): Grade | undefined =>
  worths.get(worthName(url, need));

/** The grades with more. `turn`: that they are given in; `since`: with which the question began. */
export function graded(
  all: Grades,
  { need, grades }: { readonly need: string; readonly grades: readonly Grade[] },
  { turn, since }: { readonly turn: number; readonly since: number },
): Grades {
  return grades.reduce((before, one) => {
    const known = before.grades.get(one.url);
    const stands = known?.relevance === 'relevant' && known.need !== need && known.turn >= since;
    return {
      grades:
        stands && one.relevance !== 'relevant' ? before.grades : before.grades.with(one.url, { ...one, need, turn }),
      worths: before.worths.with(worthName(one.url, need), one),
    };
  }, all);
}
