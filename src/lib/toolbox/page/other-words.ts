/** Other queries for the same need, for sources that say it in other words or in another language. */
import { askForQueries } from '../../agent/rag/rewrite.ts';
import { callOptionalModelForTool, type OptionalCallContext } from '../../agent/rag/optional-call.ts';
import type { Labels } from '../../agent/frames/frames.ts';
import type { Commits } from '../../agent/state/journal.ts';
import { guessLanguage } from '../../pipeline/retrieval/bm25.ts';
import { toInlineText } from '../../pipeline/text/inline.ts';
import { detectLanguageByScript } from '../../pipeline/text/script.ts';
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
  const key = `${context.call.key}/rewrite`;
  if (context.model('rewrite').toolCalling !== 'none')
    return yield* askForQueries(
      {
        ...{
          key,
          labels,
          need: query,
          tried: [query],
          pages: titles,
          failed: [],
          strategy: 'synonyms',
          most: MAX_QUERIES,
        },
        search: 'A search in the words of a page',
        language: language === '' ? 'the language of the query' : `the language of the page, ${language}`,
      },
      context,
    );
  const { spec } = context.state();
  const asked = guessQuestionLanguage(query, spec?.language ?? '');
  if (spec?.models.translator === undefined || !isTranslatable(asked, language)) return [];
  const document = { type: 'document', title: '', url: '', language: asked, text: query } as const;
  const request = createModelRequest({ task: 'translate', maxOutputTokens: MAX_TRANSLATION, language }, undefined, [
    document,
  ]);
  const { reply } = yield* callOptionalModelForTool(
    { key, purpose: 'rewrite', request, labels, withinMs: TRANSLATION_TIMEOUT_MS },
    context,
  );
  const translated = toInlineText(reply?.text ?? '').text.trim();
  return translated === '' ? [] : [translated];
}

const isTranslatable = (from: string, into: string): boolean =>
  from !== '' && into !== '' && new Intl.Locale(from).language !== new Intl.Locale(into).language;

/** By its script, and that of the person's own language; '' if unknown. */
function guessQuestionLanguage(question: string, own: string): string {
  const byScript = detectLanguageByScript(question, 1) || guessLanguage([{ text: question }]);
  if (byScript === 'en') return byScript;
  return getScript(own) === getScript(byScript || 'en') ? own : byScript;
}

const getScript = (language: string): string =>
  language === '' ? '' : (new Intl.Locale(language).maximize().script ?? '');
