/** A tree as HTML for the clipboard, so that it can be pasted formatted. */
import { toHtml } from 'hast-util-to-html';
import type { Root } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import type { Slices } from '../../lib/pipeline/text/time-slices.ts';

/** A block at a time. `root`: see `createInertTree`, which decides what is a link. */
export function* toRichText(root: Root): Slices<string> {
  const written: string[] = [];
  for (const block of root.children) {
    written.push(toHtml(toHast({ type: 'root', children: [block] })));
    yield;
  }
  return written.join('\n');
}
