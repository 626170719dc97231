/** The style of an answer (R2.7), from the recorded request and settings alone: the same after every resume. */
import { DEFAULT_STYLE, findChosenLanguage, type AnswerStyle } from '../agent/frames/style.ts';
import { isPageless } from '../agent/frames/pageless.ts';
import type { RunSpec } from '../agent/frames/spec.ts';
import { countWords } from '../pipeline/text/terms.ts';
import { getEnglishLanguageName } from './selection-actions.ts';

/** Matched as whole words in scripts with spaces, anywhere in others. */
const FORM_PHRASES = createPhrasePattern(
  [
    String.raw`in (?:one|two|three|\d+) (?:words?|sentences?|lines?|paragraphs?)|briefly|in short|in detail|at length|as a (?:list|table)|step by step|bullet points?|eli5`,
    String.raw`(?:in|mit) (?:einem|zwei|drei|\d+) (?:worten?|s[aä]tz(?:en?)?|zeilen?|abs[aä]tz(?:en?)?)|kurz(?: gesagt)?|knapp|ausf[uü]hrlich|im detail|als (?:liste|tabelle)|schritt f[uü]r schritt|stichpunkten?`,
    String.raw`en (?:une?|deux|trois|\d+) (?:mots?|phrases?|lignes?|paragraphes?)|bri[eè]vement|en bref|en d[eé]tail|[eé]tape par [eé]tape|sous forme de`,
    String.raw`en (?:una?|dos|tres|\d+) (?:palabras?|frases?|l[ií]neas?|p[aá]rrafos?)|brevemente|en resumen|en detalle|paso a paso|en forma de`,
    'кратко|коротко|подробно|одним предложением|по шагам|списком|таблицей',
  ],
  '简要|简短|简单说|详细|一句话|分步|逐步|列表|表格|簡潔|詳しく|一文で|箇条書き|表で',
);
const EXPLORING_PHRASES = createPhrasePattern(
  [
    'explain|why|how come|how does|how do|compare|difference|elaborate|walk me through|what if|implications?',
    'erkl[aä]r(?:e|en|st|t)?|warum|wieso|weshalb|wie funktioniert|vergleich(?:e|en)?|unterschiede?',
    'explique[rz]?|pourquoi|comment (?:fonctionne|marche)|compare[rz]?|diff[eé]rences?',
    'explica(?:r|me)?|por qu[eé]|c[oó]mo funciona|compara(?:r)?|diferencias?',
    'объясни(?:те)?|почему|зачем|как работает|сравни(?:те)?|разниц[ау]',
  ],
  '为什么|为何|解释|说明|比较|区别|如何|なぜ|どうして|説明|比較|違い',
);
const MAX_TERSE_WORDS = 8;

type Styled = Pick<RunSpec, 'style'>;

const getStyle = ({ style = DEFAULT_STYLE }: Styled): AnswerStyle => style;

/** The words of the request override the settings. */
export function getStyleRule(spec: Styled & Pick<RunSpec, 'goal' | 'job'>): string {
  const style = getStyle(spec);
  const form = FORM_PHRASES.test(spec.goal) ? OWN_FORM_RULE : joinRules(selectLengthRule(spec.goal, style), style);
  return `${form} ${getLanguageRule(spec, style)} No preamble, no closing remark.`;
}

const OWN_FORM_RULE = 'Keep to the form and the length that the person asks for.';

function selectLengthRule(goal: string, { length }: AnswerStyle): string {
  if (length === 'short') return 'Answer in one to three sentences, even where more could be said.';
  if (length === 'long') return 'Answer at length: several paragraphs that give reasons, details and examples.';
  if (EXPLORING_PHRASES.test(goal)) return 'Explain as fully as the question needs, in short paragraphs.';
  if (countWords(goal) <= MAX_TERSE_WORDS) return 'Answer in one to three sentences.';
  return 'Answer in a short paragraph, longer only where the question needs it.';
}

const FORMAT_RULES = {
  auto: '',
  bullets: 'Give it as a Markdown list of short points.',
  prose: 'Write whole paragraphs, no lists and no tables.',
} as const satisfies Record<AnswerStyle['format'], string>;

const joinRules = (rule: string, { format }: AnswerStyle): string => `${rule} ${FORMAT_RULES[format]}`.trim();

function getLanguageRule({ job }: Pick<RunSpec, 'job'>, style: AnswerStyle): string {
  const chosen = findChosenLanguage(style);
  if (chosen !== null)
    return `Answer in ${getEnglishLanguageName(chosen)}, unless the request asks for another language.`;
  if (style.language === 'page' && !isPageless(job))
    return 'Answer in the language of the page, unless the request asks for another language.';
  return 'Answer in the language of the request.';
}

/** The rule for a summary, whose request has no words of the user. */
export function getSummaryRule(spec: Styled): string {
  const style = getStyle(spec);
  const chosen = findChosenLanguage(style);
  const language = chosen === null ? 'the language of the page' : getEnglishLanguageName(chosen);
  return `Answer in ${language}. ${SUMMARY_SHAPES[style.format][style.length]}; keep names, numbers and dates exact.`;
}

const SUMMARY_SHAPES = {
  auto: {
    short: 'Give its point in two or three sentences and nothing more',
    medium: 'Begin with two or three sentences that give its point, then the main points as a Markdown list',
    long: 'Begin with a paragraph that gives its point, then go through it part by part: for each a heading and its points, with the details and reasons, as a Markdown list',
  },
  bullets: {
    short: 'Give its three to five main points as a Markdown list and nothing more',
    medium: 'Give its main points as a Markdown list and nothing more',
    long: 'Give all its points as a Markdown list and nothing more, with the details and reasons as nested lists',
  },
  prose: {
    short: 'Give its point in two or three sentences, without lists',
    medium: 'Give its point and the main points in one to three paragraphs, without lists',
    long: 'Retell it in several paragraphs, with the details and reasons, without lists',
  },
} as const satisfies Record<AnswerStyle['format'], Record<AnswerStyle['length'], string>>;

export function getExplanationRule(spec: Styled): string {
  const style = getStyle(spec);
  return joinRules(`${EXPLANATION_LENGTHS[style.length]}.`, style);
}

const EXPLANATION_LENGTHS = {
  short: 'Take one or two sentences',
  medium: 'A word or a phrase takes two to four sentences, a longer passage a short paragraph for each of its points',
  long: 'Take several paragraphs: what it means, where it comes from, why it matters here, with an example',
} as const satisfies Record<AnswerStyle['length'], string>;

/** The language of what is written about a selection, in whose request the user has no words. */
export function getWritingLanguage({
  language,
  action,
  ...spec
}: Styled & Pick<RunSpec, 'language' | 'action'>): string {
  const style = getStyle(spec);
  const chosen = action === 'translate' ? null : findChosenLanguage(style);
  if (chosen !== null) return getEnglishLanguageName(chosen);
  if (style.language === 'page' && action !== 'translate') return 'the language of the selected text';
  return language === '' ? 'the language of the request' : getEnglishLanguageName(language);
}

function createPhrasePattern(spaced: readonly string[], unspaced: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${spaced.join('|')})(?!\p{L})|${unspaced}`, 'iu');
}
