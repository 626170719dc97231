/** Other queries for the same need, for sources that say it in other words or in another language. */
import { askForQueries } from '../../agent/rag/rewrite.ts';
import { callOptionalModelForTool, type OptionalCallContext } from '../../agent/rag/optional-call.ts';
import type { Labels } from '../../agent/frames/frames.ts';
import type { Commits } from '../../agent/state/journal.ts';
import { guessLanguage } from '../../pipeline/retrieval/bm25.ts';
import { toInlineText } from '../../pipeline/text/inline.ts';
import { detectLanguageByScript } from '../../pipeline/text/script.ts';
import { toTranslatorLanguage } from '../../models/translator/api.ts';
import { createModelRequest } from '../model-request.ts';

const MAX_QUERIES = 3;
const TRANSLATION_TIMEOUT_MS = 10_000;
/** Output tokens. */
const MAX_TRANSLATION = 500;

interface Searched {
  readonly titles: readonly string[];
  /** BCP 47, or ''. */
  readonly language: string;
  readonly labels: Labels;
}

/** By a language model, else by Chrome's translator; [] without either, if it fails, or if it knows none. */
export async function* findOtherWords(
  query: string,
  { titles, language, labels }: Searched,
  context: OptionalCallContext,
): Commits<readonly string[]> {
  const call = { key: `${context.call.key}/rewrite`, labels };
  if (context.model('rewrite').toolCalling === 'none') return yield* translate(query, language, call, context);
  const searched = {
    search: 'A search in the words of a page',
    language: language === '' ? 'the language of the query' : `the language of the page, ${language}`,
    pages: titles,
  };
  const task = { need: query, tried: [query], failed: [], strategy: 'synonyms', most: MAX_QUERIES } as const;
  return yield* askForQueries({ ...call, ...searched, ...task }, context);
}

async function* translate(
  query: string,
  language: string,
  call: { readonly key: string; readonly labels: Labels },
  context: OptionalCallContext,
): Commits<readonly string[]> {
  const { spec } = context.state();
  const into = toTranslatorLanguage(language);
  const from = guessLanguageOfQuery(query, toTranslatorLanguage(spec?.language ?? ''), into);
  if (spec?.models.translator === undefined || into === '' || from === into) return [];
  const request = createModelRequest({ task: 'translate', maxOutputTokens: MAX_TRANSLATION, language }, undefined, [
    { type: 'document', title: '', url: '', language: from, text: query },
  ]);
  const optional = { ...call, purpose: 'rewrite', request, withinMs: TRANSLATION_TIMEOUT_MS } as const;
  const { reply } = yield* callOptionalModelForTool(optional, context);
  const translated = toInlineText(reply?.text ?? '').text.trim();
  return translated === '' ? [] : [translated];
}

/** The first likely one of its script, unless it has small words of English; else the script's. */
function guessLanguageOfQuery(query: string, ...likely: readonly string[]): string {
  const byScript = detectLanguageByScript(query, 1) || 'en';
  if (byScript === 'en' && guessLanguage([{ text: query }]) === 'en') return 'en';
  return likely.find((language) => getScript(language) === getScript(byScript)) ?? byScript;
}

const getScript = (language: string): string =>
  language === '' ? '' : (new Intl.Locale(language).maximize().script ?? '');
