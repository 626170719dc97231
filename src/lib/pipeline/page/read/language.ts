/** Detects a page's language: declared, else implied by its script, else ''. */
import { canonicaliseTag, detectLanguageByScript } from '../../text/script.ts';

/** BCP 47 tag, or ''. */
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
