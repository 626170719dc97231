/** A tree as HTML for the clipboard, so that it can be pasted formatted. */
import { toHtml } from 'hast-util-to-html';
import type { Root, RootContent } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { formulaToHast } from '../math/to-markdown.ts';
import type { Slices } from '../../lib/pipeline/text/time-slices.ts';
import { splitBlock } from './split-block.ts';

/** A part of a block at a time. `root`: see `createInertTree`, which decides what is a link. */
export function* toRichText(root: Root): Slices<string> {
  const written: string[] = [];
  for (const block of root.children) {
    const parts = splitBlock(withSpread(block));
    const html: string[] = [];
    for (const [index, part] of parts.entries()) {
      const inner = unwrap(
        block,
        toHtml(toHast({ type: 'root', children: [part.block] }, { handlers: { formula: formulaToHast } })),
        {
          isFirst: index === 0,
          isLast: index === parts.length - 1,
        },
      );
      html.push(inner + (part.gap === '\n' ? '<br>\n' : part.gap));
      yield;
    }
    written.push(html.join(''));
  }
  return written.join('\n');
}

/** Items are paragraphs in each part if they are in one. */
const withSpread = (block: RootContent): RootContent =>
  block.type === 'list' && block.children.some(({ spread }) => spread === true) ? { ...block, spread: true } : block;

/** The rows, items or words of a part, with what opens the block before the first and what closes it after the last. */
function unwrap(
  { type }: RootContent,
  html: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  const opening = type === 'table' ? /^[^]*?<tbody>/ : /^<[^>]*>/;
  const closing = type === 'table' ? /\n?<\/tbody>\n?<\/table>$/ : /\n?<\/[^>]*>$/;
  return html.replace(isFirst ? '' : opening, '').replace(isLast ? '' : closing, '');
}
