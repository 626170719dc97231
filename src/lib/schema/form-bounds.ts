/** What was entered in a form, in characters of JSON. */
export const MAX_FORM_ANSWER = 100_000;
