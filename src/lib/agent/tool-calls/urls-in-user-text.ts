/** URLs that the user wrote: the user may name destinations, a model may not. */
import type { AgentState } from '../state/agent-state.ts';

const MAX_SEARCHED_LENGTH = 20_000;
const URL_PATTERN = /https?:\/\/[^\s<>"'`]{1,2000}/gi;
const TRAILING_PUNCTUATION = /[.,;:!?)\]}]{1,9}$/;

export function findUserUrls(state: AgentState): readonly string[] {
  const sub = state.spec?.sub;
  const texts = sub ? [...sub.named] : [state.spec?.goal ?? ''];
  for (const { form, word } of state.userReplies) if (form === 'question' || form === 'turn') texts.push(word);
  return texts
    .flatMap((text) => text.slice(0, MAX_SEARCHED_LENGTH).match(URL_PATTERN) ?? [])
    .map((text) => text.replace(TRAILING_PUNCTUATION, ''));
}
