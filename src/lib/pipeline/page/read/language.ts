/**
 * Detects a page's language: declared, else implied by its script, else ''. Never guesses among languages in Latin
 * script.
 */
import { canonicaliseTag, detectLanguageByScript } from '../../text/script.ts';

/** BCP 47 tag, or ''. `sample` is text of the document's content. */
export function detectPageLanguage(doc: Document, sample: string): string {
  const declared = [
    doc.documentElement.getAttribute('lang'),
    doc.documentElement.getAttribute('xml:lang'),
    doc.querySelector('body')?.getAttribute('lang'),
    doc.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content'),
    doc.querySelector('meta[property="og:locale"]')?.getAttribute('content'),
    doc.querySelector('meta[name="language" i]')?.getAttribute('content'),
  ];
  for (const tag of declared) {
    const canonical = canonicaliseTag(tag ?? '');
    if (canonical !== '') return canonical;
  }
  return detectLanguageByScript(sample);
}
