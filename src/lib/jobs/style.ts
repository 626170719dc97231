/**
 * How an answer should sound (R2.7). The one rule: the person's own wish wins, then the shape of their request: a terse one
 * gets a terse answer. Decided by code from the request alone, so that it is the same after every resume.
 */
const WISHES =
  /\b(?:in (?:one|two|three|\d+) (?:words?|sentences?|lines?|paragraphs?)|briefly|in short|in detail|at length|as a (?:list|table)|step by step|bullet points?|eli5)\b/i;
const EXPLORING =
  /\b(?:explain|why|how come|how does|how do|compare|difference|elaborate|walk me through|what if|implications?)\b/i;
/** Words of a request that is no more than a pointer. */
const TERSE_WORDS = 8;

export type Style = 'as asked' | 'terse' | 'full' | 'plain';

export function styleOf(goal: string): Style {
  if (WISHES.test(goal)) return 'as asked';
  if (EXPLORING.test(goal)) return 'full';
  return goal.trim().split(/\s+/).length <= TERSE_WORDS ? 'terse' : 'plain';
}

const SAID: Readonly<Record<Style, string>> = {
  'as asked': 'Keep to the form and the length that the person asks for.',
  terse: 'Answer in one to three sentences.',
  full: 'Explain as fully as the question needs, in short paragraphs.',
  plain: 'Answer in a short paragraph, longer only where the question needs it.',
};

export function styleRule(goal: string): string {
  return `${SAID[styleOf(goal)]} Answer in the language of the request. No preamble, no closing remark.`;
}
