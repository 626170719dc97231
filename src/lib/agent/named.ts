/** Web addresses that the person wrote, in a request or an answer: they are theirs to name. */
import type { AgentState } from './session.ts';

/** Characters of one text in which addresses are looked for: more than a person can type. */
const MOST = 20_000;
const ADDRESS = /https?:\/\/[^\s<>"'`]{1,2000}/gi;
/** What follows an address in a sentence. */
const TRAILING = /[.,;:!?)\]}]{1,9}$/;

export function addressesNamed(state: AgentState): readonly string[] {
  const sub = state.spec?.sub;
  const texts = sub ? [...sub.named] : [state.spec?.goal ?? ''];
  for (const { form, word } of state.words) if (form === 'question' || form === 'turn') texts.push(word);
  return texts.flatMap((text) => text.slice(0, MOST).match(ADDRESS) ?? []).map((text) => text.replace(TRAILING, ''));
}
