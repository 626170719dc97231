/** Readability as most products use it, to be measured beside our reader: on a clone of the page, its text by blocks. */
import { Readability } from '@mozilla/readability';

const BLOCKS =
  'p,div,section,article,h1,h2,h3,h4,h5,h6,li,ul,ol,tr,td,th,table,pre,blockquote,figure,figcaption,dt,dd,br';

declare global {
  var __readabilityText: (() => string) | undefined;
}

globalThis.__readabilityText = () => {
  const reader = new Readability<Element>(document.cloneNode(true) as Document, {
    serializer: (node) => node as Element,
  });
  const content = reader.parse()?.content;
  if (!content) return '';
  for (const block of content.querySelectorAll(BLOCKS)) block.append('\n');
  return content.textContent;
};
