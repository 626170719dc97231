/**
 * Parses Markdown. Definitions and footnotes are off, because `stream.ts` needs final blocks; blocks of HTML, because they
 * are shown as text.
 */
import type { Root } from 'mdast';
import { fromMarkdown, type CompileContext, type Options, type Token } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { formulaSyntax } from '../math/syntax.ts';
import { formulaFromMarkdown } from '../math/tree.ts';
import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, Extension, State } from 'micromark-util-types';

const ASTERISK = 42;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

const isCjk = (code: Code): boolean => code !== null && code > 0 && CJK.test(String.fromCharCode(code));
/** Line ends are below 0. */
const isSpace = (code: Code): boolean => code === null || code < 0 || /\s/.test(String.fromCharCode(code));

const construct: Construct = {
  ...attention,
  tokenize(effects, ok, nok) {
    const { previous, events } = this;
    const relax: State = (code) => {
      const token = events.at(-1)?.[1];
      if (token && (isCjk(previous) || isCjk(code))) {
        token._open = !isSpace(code);
        token._close = !isSpace(previous);
      }
      return ok(code);
    };
    return attention.tokenize.call(this, effects, relax, nok);
  },
};

/**
 * Emphasis beside Chinese, Japanese or Korean, as in `是**“重点”**内容`: CommonMark takes marks between such a letter and
 * punctuation for text, since these scripts have no spaces. The proposal of micromark-extension-cjk-friendly, in short.
 */
const cjkEmphasis: Extension = { text: { [ASTERISK]: construct } };

const OPTIONS: Options = {
  extensions: [
    gfm({ singleTilde: false }),
    formulaSyntax,
    cjkEmphasis,
    {
      disable: {
        null: ['htmlFlow', 'definition', 'gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall'],
      },
    },
  ],
  // The transforms would search the tree for URLs again.
  mdastExtensions: [
    ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
    formulaFromMarkdown,
    {
      exit: { taskListCheckValueChecked: createBoxHandler(true), taskListCheckValueUnchecked: createBoxHandler(false) },
    },
  ],
};

/** The library assigns a box below an empty, ended list item to that item; here it becomes text. */
function createBoxHandler(checked: boolean) {
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

/** Containers that one line may open: parsing time grows exponentially with it. */
const MAX_MARKERS = 10;
const MARKER = String.raw`(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*`;
const RULE = String.raw`(?![ \t]*([-*])(?:[ \t]*\1)*[ \t]*$)`;
const TOO_DEEP = new RegExp(String.raw`^${RULE}([ \t]*(?:${MARKER}){${String(MAX_MARKERS)}})(?=${MARKER})`, 'gm');

/** Escapes the marker that would nest too deep. Idempotent. */
export function clampNesting(text: string): string {
  return text.replace(TOO_DEEP, '$2\\');
}

/** Never throws. */
export function parseClamped(text: string): Root {
  return fromMarkdown(text, OPTIONS);
}

export function normaliseLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

export function parseMarkdown(text: string): Root {
  return parseClamped(clampNesting(normaliseLines(text)));
}
