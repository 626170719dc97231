/** The part of Chrome's Translator and LanguageDetector in use. https://developer.chrome.com/docs/ai/translator-api */
import type { DownloadMonitor } from '../prompt-api/api.ts';

/** As the API names them: by language alone, and Chinese by its script. */
export interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

export interface TranslatorSession {
  translate(text: string, options: { readonly signal: AbortSignal }): Promise<string>;
  destroy(): void;
}

export interface CreateOptions extends LanguagePair {
  readonly signal: AbortSignal;
  readonly monitor?: (monitor: DownloadMonitor) => void;
}

export interface TranslatorApi {
  availability(pair: LanguagePair): Promise<string>;
  /** If languages have to be loaded first, works only after a press in the same window. */
  create(options: CreateOptions): Promise<TranslatorSession>;
}

export interface DetectorApi {
  availability(): Promise<string>;
  create(options: Pick<CreateOptions, 'signal' | 'monitor'>): Promise<{
    /** The likeliest first; `und` for none. */
    detect(text: string): Promise<readonly { readonly detectedLanguage: string }[]>;
    destroy(): void;
  }>;
}

export interface TranslationApis {
  readonly translator: TranslatorApi;
  /** Null if the browser has none. */
  readonly detector: DetectorApi | null;
}

/** '' if that is no language tag. */
export function toTranslatorLanguage(tag: string): string {
  try {
    if (/^und\b/i.test(tag)) return ''; // it would be taken for English
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === 'zh') return script === 'Hant' ? 'zh-Hant' : 'zh';
    return OTHER_NAMES[language] ?? language;
  } catch {
    return '';
  }
}

const OTHER_NAMES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', fil: 'tl', iw: 'he' };
