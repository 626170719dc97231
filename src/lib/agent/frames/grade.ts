/**
 * Grades of web search results by need. A result that is relevant to one part of a question stays relevant even if
 * another part has no use for it.
 */
import type { Ledger } from '../../base/ledger.ts';

export interface Grade {
  /** Canonical URL of the result. */
  readonly url: string;
  readonly relevance: 'relevant' | 'not_relevant';
  /** Confidence from 0 to 1; 0 if it was not graded. */
  readonly confidence: number;
  /** In a few words. */
  readonly reason: string;
  /**
   * `rule`: by shared words. `nobody`: could not be graded; used anyway and marked as such. `person`: the user named
   * the URL.
   */
  readonly by: 'model' | 'rule' | 'nobody' | 'person';
}

/** A grade with the need it was given for. */
export interface NeedGrade extends Grade {
  readonly need: string;
  /** Index of the turn it was given in. */
  readonly turn: number;
}

export interface Grades {
  /** The grade of each canonical URL for the current question. */
  readonly grades: Ledger<NeedGrade>;
  /** The grade for one need, by {@link createGradeKey}. */
  readonly gradesByNeed: Ledger<Grade>;
}

/** Creates the key of a URL and a need; a URL has no line breaks. */
const createGradeKey = (url: string, need: string): string => `${url}\n${need}`;

export const findGrade = (
  url: string,
  need: string,
  { gradesByNeed: worths }: Pick<Grades, 'gradesByNeed'>,
): Grade | undefined => worths.get(createGradeKey(url, need));

/** Adds grades. `turn`: the turn they were given in; `since`: the turn the question began with. */
export function applyGrades(
  all: Grades,
  { need, grades }: { readonly need: string; readonly grades: readonly Grade[] },
  { turn, since }: { readonly turn: number; readonly since: number },
): Grades {
  return grades.reduce((before, grade) => {
    const existing = before.grades.get(grade.url);
    const isKept = existing?.relevance === 'relevant' && existing.need !== need && existing.turn >= since;
    return {
      grades:
        isKept && grade.relevance !== 'relevant'
          ? before.grades
          : before.grades.with(grade.url, { ...grade, need, turn }),
      gradesByNeed: before.gradesByNeed.with(createGradeKey(grade.url, need), grade),
    };
  }, all);
}
