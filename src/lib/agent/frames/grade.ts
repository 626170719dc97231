/** Grades of search results by need: relevant to one part of a question is relevant. */
import type { Ledger } from '../../base/append-map.ts';

export interface Grade {
  readonly url: string;
  readonly relevance: 'relevant' | 'not_relevant';
  /** 0 … 1; 0 if not graded. */
  readonly confidence: number;
  readonly reason: string;
  /** `rule`: by shared words. `none`: not graded, marked as such. `user`: the user named the URL. */
  readonly by: 'model' | 'rule' | 'none' | 'user';
}

interface NeedGrade extends Grade {
  readonly need: string;
  readonly turn: number;
}

export interface Grades {
  /** By canonical URL, for the current question. */
  readonly grades: Ledger<NeedGrade>;
  readonly gradesByNeed: Ledger<Grade>;
}

/** A URL has no line breaks. */
const createGradeKey = (url: string, need: string): string => `${url}\n${need}`;

export const findGrade = (
  url: string,
  need: string,
  { gradesByNeed: worths }: Pick<Grades, 'gradesByNeed'>,
): Grade | undefined => worths.get(createGradeKey(url, need));

/** `since`: the turn the question began with. */
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
