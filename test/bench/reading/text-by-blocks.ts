/** The text of a tree as words are counted in it: the end of a block parts words, as it does for the eye. */

const BLOCKS =
  'p,div,section,article,h1,h2,h3,h4,h5,h6,li,ul,ol,tr,td,th,table,pre,blockquote,figure,figcaption,dt,dd,br';

export function textByBlocks(content: Element): string {
  for (const block of content.querySelectorAll(BLOCKS)) block.append('\n');
  return content.textContent;
}
