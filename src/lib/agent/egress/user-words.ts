/** Words and URLs that the user gave: the user may name destinations and what they are told, a model may not. */
import { findArtifact } from '../state/artifacts.ts';
import type { AgentState } from '../state/agent-state.ts';
import { parseUrl } from '../../base/urls.ts';
import { canonicaliseUrl, createStopWordTest, splitWords } from '../ports.ts';

const MAX_SEARCHED_LENGTH = 20_000;
const URL_PATTERN = /https?:\/\/[^\s<>"'`“”„‘’«»‹›]{1,2000}/gi;
const TRAILING_PUNCTUATION = /[.,;:!?)\]}]{1,9}$/;

export function findUserUrls(state: AgentState): readonly string[] {
  const sub = state.spec?.sub;
  const texts = sub ? [...sub.named] : [state.spec?.goal ?? ''];
  for (const { form, word } of state.userReplies) if (form === 'question' || form === 'turn') texts.push(word);
  return texts
    .flatMap((text) => text.slice(0, MAX_SEARCHED_LENGTH).match(URL_PATTERN) ?? [])
    .map((text) => text.replace(TRAILING_PUNCTUATION, ''));
}

/** Null if the user's own text does not contain it. */
export function findTypedUrl(ref: string, state: AgentState): string | null {
  const url = canonicaliseUrl(ref.trim());
  return url !== null && findUserUrls(state).some((typed) => canonicaliseUrl(typed) === url) ? url : null;
}

/** The user's own addresses as they may be sent: as they were typed, and as pages are named by. */
export function listTypedAddresses(state: AgentState): ReadonlySet<string> {
  const forms = findUserUrls(state).flatMap((typed) => [parseUrl(typed)?.href, canonicaliseUrl(typed)]);
  return new Set(forms.filter((form) => typeof form === 'string'));
}

/**
 * What the user pressed Search on: questions of research and the selection. Not what they typed for another purpose, nor
 * what a model asked them.
 */
export function listSearchedTexts(state: AgentState): readonly string[] {
  const { spec, exchanges } = state;
  if (!spec) return [];
  if (spec.sub) return spec.sub.searched;
  const goals = [...exchanges, spec].flatMap(({ job, goal }) => (job === 'research' ? [goal] : []));
  const selected = spec.job === 'research' && spec.selection !== null ? findArtifact(state, 'selection') : undefined;
  return selected ? [...goals, selected.meta.words] : goals;
}

const [MAX_QUERY_LENGTH, MAX_STOP_WORDS] = [600, 3];
const UNSPACED = /^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+$/u;

/**
 * Whether a query says nothing but the user's words: each once, as written or in lower case, with at most three words of
 * grammar. Repetition, case, punctuation and spaces could spell a secret.
 */
export function isOwnQuery(query: string, texts: readonly string[]): boolean {
  const text = texts.join('\n').slice(0, MAX_SEARCHED_LENGTH).normalize('NFC');
  const words = query.split(' ');
  if (query.length > MAX_QUERY_LENGTH || new Set(words.map((word) => word.toLowerCase())).size < words.length)
    return false;
  const typed = splitWords(text, '');
  const own = new Set([...typed, ...typed.map((word) => word.toLowerCase())]);
  const others = words.filter((word) => !own.has(word) && !(UNSPACED.test(word) && text.includes(word)));
  return others.length <= MAX_STOP_WORDS && others.every(createStopWordTest(text));
}
