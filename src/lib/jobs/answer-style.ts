/** The style of an answer (R2.7), from the request alone: the same after every resume. */
import { countWords } from '../pipeline/text/terms.ts';

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

export function getStyleRule(goal: string): string {
  return `${selectLengthRule(goal)} Answer in the language of the request. No preamble, no closing remark.`;
}

function selectLengthRule(goal: string): string {
  if (FORM_PHRASES.test(goal)) return 'Keep to the form and the length that the person asks for.';
  if (EXPLORING_PHRASES.test(goal)) return 'Explain as fully as the question needs, in short paragraphs.';
  if (countWords(goal) <= MAX_TERSE_WORDS) return 'Answer in one to three sentences.';
  return 'Answer in a short paragraph, longer only where the question needs it.';
}

function createPhrasePattern(spaced: readonly string[], unspaced: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${spaced.join('|')})(?!\p{L})|${unspaced}`, 'iu');
}
