/**
 * Markdown text → mdast. The one rule: no construct reaches back. Reference definitions and footnotes are off, so that
 * what stands above a finished block never changes; the incremental parser (`stream.ts`) rests on it.
 */
import type { Root } from 'mdast';
import { fromMarkdown, type CompileContext, type Options, type Token } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const options: Options = {
  extensions: [
    gfm({ singleTilde: false }),
    { disable: { null: ['definition', 'gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'] } },
  ],
  // Without the transforms: they look for addresses a second time, by regular expression over the finished tree.
  mdastExtensions: [
    ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
    { exit: { taskListCheckValueChecked: box(true), taskListCheckValueUnchecked: box(false) } },
  ],
};

/** The library takes a box below an empty list item for that item's, which is over by then: there it is text. */
function box(checked: boolean) {
  return function (this: CompileContext, token: Token): void {
    const item = this.stack.at(-2);
    if (item?.type === 'listItem') {
      item.checked = checked;
      return;
    }
    this.enter({ type: 'text', value: `[${this.sliceSerialize(token)}]` }, token);
    this.exit(token);
  };
}

/** Containers (quotes, list items) that one line may open: the parser's time explodes with their number. */
const MAX_MARKERS = 10;
const MARKER = String.raw`(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*`;
const RULE = String.raw`(?![ \t]*([-*])(?:[ \t]*\1)*[ \t]*$)`;
const TOO_DEEP = new RegExp(String.raw`^${RULE}([ \t]*(?:${MARKER}){${String(MAX_MARKERS)}})(?=${MARKER})`, 'gm');

/** Escapes the marker that would nest too deep. Works line by line, and twice is the same as once. */
export function clampNesting(text: string): string {
  return text.replace(TOO_DEEP, '$2\\');
}

/** Parses GitHub-flavoured Markdown whose nesting is clamped. Total: any text has a tree. */
export function parseClamped(text: string): Root {
  return fromMarkdown(text, options);
}

/** Line endings as `\n`. */
export function normaliseLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Parses GitHub-flavoured Markdown. */
export function parseMarkdown(text: string): Root {
  return parseClamped(clampNesting(normaliseLines(text)));
}
