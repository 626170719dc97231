/** What a result of a web search is worth to a need, and who says so. */
export interface Grade {
  /** Canonical address of the result. */
  readonly url: string;
  readonly relevance: 'relevant' | 'not_relevant';
  /** How sure of that, 0 … 1; 0 where nobody has judged. */
  readonly confidence: number;
  /** In a few words. */
  readonly reason: string;
  /** `rule`: by words in common. `nobody`: it could not be graded, and is used all the same, which is said. */
  readonly by: 'model' | 'rule' | 'nobody';
}

/** A grade with what it was given for. */
export interface Graded extends Grade {
  readonly need: string;
}
