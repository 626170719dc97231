/** The language of a page. Rule: what the page declares, then what its script proves, else ''; never a guess among Latin languages. */
import { canonicalTag, languageByScript } from '../text/script.ts';

/** BCP 47 tag of the document, or ''. `sample` is text of its content. */
export function languageOf(doc: Document, sample: string): string {
  const declared = [
    doc.documentElement.getAttribute('lang'),
    doc.documentElement.getAttribute('xml:lang'),
    doc.querySelector('body')?.getAttribute('lang'),
    doc.querySelector('meta[http-equiv="content-language" i]')?.getAttribute('content'),
    doc.querySelector('meta[property="og:locale"]')?.getAttribute('content'),
    doc.querySelector('meta[name="language" i]')?.getAttribute('content'),
  ];
  for (const tag of declared) {
    const known = canonicalTag(tag ?? '');
    if (known !== '') return known;
  }
  return languageByScript(sample);
}
