/** Copies what a view shows of a page into a detached document. Iterative and bounded; never changes the page. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { UNFILLED } from './cleaning/clean.ts';
import { BLOCK_ELEMENTS } from './escape.ts';
import { readCode, isCodeBlock, isGutter } from './code.ts';
import { findEmbed } from './elements/embeds.ts';
import { findNameByRole } from './elements/roles.ts';
import { isElement, isText, pushChildren } from './flat-tree.ts';
import { getStyle, isUnseen } from './visibility.ts';
import { findFormula, isMathPreview, type Formula } from './notation/formulas.ts';
import { findNoteMarks, markNote } from './notation/notes.ts';
import { findNotation, type ConvertText } from './notation/raised-text.ts';
import { splitRawTex } from './notation/raw-tex.ts';
import {
  DROPPED_ELEMENTS,
  INLINE_ELEMENTS,
  getFrameDocument,
  copyAttributes,
  joinSpaces,
  findCellSign,
  findFieldText,
  shouldKeepLines,
  isHtml,
  isPhrasing,
  isQuestion,
  isTextLabel,
  isTextButton,
} from './element-rules.ts';

export interface Bounds {
  /** Those read and those written. */
  readonly nodes: number;
  /** Deeper nodes are attached to their ancestor at this depth. */
  readonly depth: number;
  readonly characters: number;
  /** Whether time is up; asked now and then. What was copied by then counts as cut. */
  readonly isTimeUp?: () => boolean;
}

export interface FlatCopy {
  /** Inert: nothing in it loads or runs. */
  readonly doc: Document;
  readonly characters: number;
  /** A bound was reached: the page continues beyond the copy. */
  readonly cut: boolean;
}

export interface View {
  readonly root: Element | null;
  readonly boxed: boolean;
  readonly getChildren: (el: Element) => ArrayLike<Node>;
  getText(node: Node): string;
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
  onCopy(el: Element, copy: Element): void;
}
/** Forms cost a browser time that grows with the page; further ones become plain boxes. */
const MAX_FORMS = 100;

export const createView = (
  root: Element | null,
  getChildren: View['getChildren'],
  isHidden: View['isHidden'],
): View => ({
  root,
  boxed: false,
  getChildren,
  getText: (node) => node.nodeValue ?? '',
  isHidden,
  onCopy: () => undefined,
});

/** What a person fills in. */
const FIELDS =
  'textarea,select,input:not([type="hidden"],[type="submit"],[type="button"],[type="image"],[type="reset"])';
const TABLE_PART = /^(?:table|t[rdh]|tbody|thead|tfoot|caption|h[1-6])$/;
const CODE = 'code,kbd,samp,tt';

interface Task {
  readonly node: Node;
  readonly place: Place;
}

/** The place that the nodes of an element are copied to, and what holds for them all. */
interface Place {
  readonly into: Element;
  readonly depth: number;
  readonly base: string;
  readonly style: CSSStyleDeclaration | null;
  /** Line ends count, as in `white-space: pre-wrap`. */
  readonly lines: boolean;
  readonly convert: ConvertText | null;
  /** Undefined until a text is copied: most elements have none, and reading a style takes time. */
  unseen?: boolean;
}

/** Asking for the time at each took a hundredth of a reading. */
const NODES_BY_THE_CLOCK = 16;
/** Copying so many takes as long as a node. */
const CHARACTERS_OF_UNIT = 3_000;
/** Long texts are copied in pieces, since work on one cannot be interrupted; between words where there are any. */
const MAX_PIECE = 50_000;
const PIECE = new RegExp(`[^]{1,${MAX_PIECE}}(?!\\S)|[^]{1,${MAX_PIECE}}`, 'g');
const LINE_PIECE = new RegExp(`\\n|[^\\n]{1,${MAX_PIECE}}(?!\\S)|[^\\n]{1,${MAX_PIECE}}`, 'g');

/** Does not expect the page to stay as it is between its steps: what is gone by then is not shown. */
export function* copyView(source: Document, view: View, bounds: Bounds, base = source.baseURI): Slices<FlatCopy> {
  const doc = source.implementation.createHTMLDocument('');
  const { root } = view;
  const stack: Task[] = [];
  let nodes = 0;
  let forms = 0;
  let characters = 0;
  let cut = false;
  const notes = new Map<string, string>(); // labels of the marks so far, by the id of the note

  /** Whether the copying ends here. */
  const countNode = (): boolean => {
    nodes += 1;
    cut ||= nodes > bounds.nodes || (nodes % NODES_BY_THE_CLOCK === 0 && bounds.isTimeUp?.() === true);
    return cut;
  };

  /** Returns what is left to do in steps, if it is long; so does `copyElement`. */
  function copyText({ node, place }: Task): Slices<void> | null {
    const text = view.getText(node);
    if (text === '') return null;
    if (!place.lines && text.trim() === '') {
      if (place.into.lastChild !== null || !BLOCK_ELEMENTS.has(place.into.localName)) place.into.append(' ');
      return null;
    }
    if ((place.unseen ??= isUnseen(place.style))) return null;
    if (place.lines || text.length > MAX_PIECE) return copyPieces(text, place);
    copyPiece(text, place);
    return null;
  }

  function* copyPieces(text: string, place: Place): Slices<void> {
    for (const [piece] of text.matchAll(place.lines ? LINE_PIECE : PIECE)) {
      if (cut) return;
      if (isPauseDue(1 + piece.length / CHARACTERS_OF_UNIT)) yield;
      if (place.lines && piece === '\n') {
        countNode();
        place.into.append(doc.createElement('br'));
      } else copyPiece(piece, place);
    }
  }

  function copyPiece(piece: string, { into, convert }: Place): void {
    const text = piece.slice(0, bounds.characters - characters);
    cut ||= text.length < piece.length;
    characters += text.trim().length;
    let parts = convert ? [convert(text)] : splitRawTex(text);
    if (!convert && parts[0] !== text && into.closest(CODE)) parts = [text]; // looked up where there is a formula alone
    for (const part of parts)
      if (typeof part === 'string') into.append(joinSpaces(part));
      else appendFormula(into, part);
  }

  function appendFormula(into: Element, { tex, display }: Formula): void {
    const copy = into.appendChild(doc.createElement('span'));
    copy.setAttribute('data-kl-math', display ? 'block' : 'inline');
    copy.textContent = tex;
  }

  function* copyCode(el: Element, into: Element): Slices<void> {
    const code = yield* readCode(el, bounds.characters - characters, view, countNode);
    cut ||= characters + code.text.length >= bounds.characters;
    characters += code.text.length;
    const pre = into.appendChild(doc.createElement('pre'));
    if (code.language) pre.setAttribute('data-kl-lang', code.language);
    pre.appendChild(doc.createElement('code')).textContent = code.text;
  }

  function copyElement(el: Element, place: Place): Slices<void> | null {
    const name = el.localName.toLowerCase();
    if (isGutter(el, name) || isMathPreview(el, name)) return null;
    const sign = findCellSign(el, name, place.into) || findFieldText(el, name);
    const embed = findEmbed(el, name, place.base);
    const math = findFormula(el, name);
    if (!math && !embed && sign === '' && DROPPED_ELEMENTS.has(name)) return null;
    const style = getStyle(el);
    if (name !== 'script' && view.isHidden(el, style)) return null;
    if (sign !== '') {
      if (!isUnseen(style)) place.into.append(sign);
      return null;
    }

    const isFrame = name === 'iframe' || name === 'frame';
    const body = isFrame ? getFrameDocument(el)?.querySelector('body,frameset') : null;
    if (embed && !body?.textContent.trim()) {
      if (isUnseen(style)) return null;
      const copy = place.into.appendChild(doc.createElement('div')).appendChild(doc.createElement('img'));
      copy.setAttribute('data-kl-embed', '');
      copy.src = embed.href;
      copy.alt = embed.label;
      return null;
    }
    if (isFrame) {
      if (!body || isUnseen(style)) return null;
      const into = place.into.appendChild(doc.createElement('div'));
      stack.push({ node: body, place: { ...place, into, depth: place.depth + 1, base: body.baseURI } });
      return null;
    }
    if (math) {
      if (isUnseen(style)) return null;
      characters += math.tex.length;
      appendFormula(place.into, math);
      return null;
    }
    const lines = shouldKeepLines(style, place.lines);
    if (name === 'pre' || (lines && isCodeBlock(el, name, style)))
      return isUnseen(style) ? null : copyCode(el, place.into);
    const marks = findNoteMarks(el, name, place.base);
    if (marks) {
      for (const { label, id } of isUnseen(style) ? [] : marks) {
        notes.set(id, label);
        const mark = place.into.appendChild(doc.createElement('span'));
        mark.setAttribute('data-kl-note', label);
        mark.textContent = `[${label}]`;
      }
      return null;
    }
    if (name === 'input') {
      const item = el.getAttribute('type') === 'checkbox' ? place.into.closest('li') : null;
      if (item?.textContent.trim() === '') item.setAttribute('data-kl-check', String((el as HTMLInputElement).checked));
      return null;
    }

    const display = style?.display ?? '';
    const inline = display === '' || display === 'contents' || display.startsWith('inline') || display === 'none';
    const named = TABLE_PART.test(name) ? null : findNameByRole(el, place.into);
    let as = name;
    if ((view.boxed && el === root) || name === 'object') as = 'div';
    else if (isHtml(el) && named !== null) as = named;
    else if (name === 'slot' || name === 'body') as = inline && name === 'slot' ? 'span' : 'div';
    else if (!isHtml(el) || name.includes('-')) as = inline ? 'span' : 'div';
    else if ((name === 'button' && isTextButton(el)) || (name === 'label' && isTextLabel(el))) as = 'span';
    else if (name === 'legend' && isQuestion(el)) as = 'div';
    else if (name === 'form' && (forms += 1) > MAX_FORMS) as = 'div';
    const apart = !inline && INLINE_ELEMENTS.has(as);
    if (apart && as === 'span' && !isPhrasing(place.into)) as = 'div';

    let into = place.into;
    if (as !== '' && place.depth < bounds.depth) {
      if (apart) into.append(' ');
      into = into.appendChild(doc.createElement(as));
      copyAttributes(el, into, as, place.base);
      if (as === 'form' && !el.querySelector(FIELDS)) into.setAttribute(UNFILLED, '');
      if (notes.size > 0) markNote(into, notes);
      view.onCopy(el, into);
    } else into.append(' ');
    if (name === 'img') return null;
    const { before, after, convert } = findNotation(el, name);
    const { depth, base } = place;
    const next: Place = { into, depth: depth + 1, base, style, lines, convert: place.convert ?? convert };
    if (apart) stack.push({ node: doc.createTextNode(' '), place });
    if (before !== '' && !isUnseen(style)) into.append(before);
    if (after !== '') stack.push({ node: doc.createTextNode(after), place: next });
    pushChildren(stack, view.getChildren(el), (node) => ({ node, place: next }), bounds.nodes - nodes + 1);
    return null;
  }

  if (root)
    stack.push({ node: root, place: { into: doc.body, depth: 0, base, style: null, lines: false, convert: null } });
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    if (isPauseDue()) yield;
    if (countNode()) break;
    const { node, place } = task;
    const long = isText(node) ? copyText(task) : isElement(node) ? copyElement(node, place) : null;
    if (long) yield* long;
  }
  return { doc, characters, cut };
}
