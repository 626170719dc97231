/** Readability as most products use it, to be measured beside our reader: on a clone of the page, its text by blocks. */
import { Readability } from '@mozilla/readability';
import { textByBlocks } from './text-by-blocks.ts';

declare global {
  var __readabilityText: (() => string) | undefined;
}

globalThis.__readabilityText = () => {
  const reader = new Readability<Element>(document.cloneNode(true) as Document, {
    serializer: (node) => node as Element,
  });
  const content = reader.parse()?.content;
  return content ? textByBlocks(content) : '';
};
