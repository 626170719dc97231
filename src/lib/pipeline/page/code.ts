/** Code blocks: the lines as shown and the language the page names. Rule: line ends survive every way of marking lines up. */
import { styleOf } from './visibility.ts';

export interface Code {
  readonly text: string;
  /** Lower case, or '' when the page names none. */
  readonly language: string;
}

const LINE = new Set(['div', 'p', 'li', 'tr', 'table', 'ol', 'ul', 'section']);
/** Elements inside a block of code that are none of it. */
export const CONTROL: ReadonlySet<string> = new Set(['button', 'style', 'script', 'svg', 'template', 'select']);
const MAX_NODES = 50_000;

/** What of a block is read: all that is shown, or a part. */
interface Share {
  childrenOf(el: Element): ArrayLike<Node>;
  textOf(node: Node): string;
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
}

/** Reads a live `<pre>`; at most `room` characters. */
export function codeOf(pre: Element, room: number, share: Share): Code {
  return { text: textOf(pre, room, share), language: languageOf(pre) };
}

function textOf(pre: Element, room: number, share: Share): string {
  const parts: string[] = [];
  let length = 0;
  let last = '\n';
  const say = (text: string): void => {
    if (text === '') return;
    parts.push(text);
    length += text.length;
    last = text.charAt(text.length - 1);
  };
  // A string on the stack is a line end due after the block that pushed it.
  const stack: (Node | '\n')[] = [];
  const pushAll = (el: Element): void => {
    const children = share.childrenOf(el);
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (child) stack.push(child);
    }
  };
  pushAll(pre);
  for (let seen = 0; stack.length > 0 && seen < MAX_NODES && length < room; seen += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (node === '\n') {
      if (last !== '\n') say('\n');
    } else if (node.nodeType === 3) say(share.textOf(node));
    else if (node.nodeType === 1) {
      const el = node as Element;
      const name = el.localName;
      if (CONTROL.has(name)) continue;
      const style = styleOf(el);
      if (share.isHidden(el, style) || isLineNumber(el)) continue;
      if (name === 'br') {
        say('\n');
        continue;
      }
      const block = LINE.has(name) || /^(?:block|flex|grid|table-row)$/.test(style?.display ?? '');
      if (block && name !== 'code') {
        if (last !== '\n') say('\n');
        stack.push('\n');
      }
      pushAll(el);
    }
  }
  return parts.join('').slice(0, Math.max(0, room)).replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
}

const NUMBERS = /(?:^|[\s_-])(?:gutter|linenos?|line-?numbers?(?:-rows)?|ln-num|blob-num|lnum)(?:$|[\s_-])/i;

export function isLineNumber(el: Element): boolean {
  const kind = el.getAttribute('class') ?? '';
  return NUMBERS.test(kind) && /^[\d\s]*$/.test(el.textContent);
}

const NAMED = /(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?|sourceCode)[-\s:]+([\w+#.-]{1,30})/i;
const NO_LANGUAGE = new Set([
  'none',
  'plain',
  'plaintext',
  'text',
  'txt',
  'auto',
  'default',
  'nohighlight',
  'source',
  'output',
]);

/** Class names and data attributes on the block, the code inside, or the two wrappers around it. */
function languageOf(pre: Element): string {
  const around = [pre, pre.querySelector('code'), pre.parentElement, pre.parentElement?.parentElement];
  for (const el of around) {
    if (!el) continue;
    const named =
      el.getAttribute('data-lang') ??
      el.getAttribute('data-language') ??
      NAMED.exec(el.getAttribute('class') ?? '')?.[1];
    const language = named?.toLowerCase().replace(/[^\w+#.-]/g, '') ?? '';
    if (language !== '' && language.length <= 30) return NO_LANGUAGE.has(language) ? '' : language;
  }
  return '';
}
