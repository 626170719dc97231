/** What is said of an answer on screen, sentence by sentence, and where it stands. */
import { iterateSegments, isLowSurrogate } from '../../lib/pipeline/text/segment.ts';
import { t } from '../strings/strings.ts';

export interface Passage {
  readonly text: string;
  readonly place: StaticRange;
}

/** In characters. Chrome cuts an utterance off after 15 seconds. */
export const MAX_PASSAGE = 160;

const BLOCKS = 'p,h3,h4,h5,h6,li,blockquote,tr,div,ul,ol,table,thead,tbody,hr';
/** Beside the words: numbers of quotes, buttons, the host behind a link's words. */
const SILENT = 'button,svg,.host,.uncited,[aria-hidden=true]';

/** Part of a block's text. Of an element it is what is said in its place. */
interface Piece {
  readonly start: number;
  readonly node: Text | Element;
}

export function collectPassages(root: HTMLElement, language: string): readonly Passage[] {
  const passages: Passage[] = [];
  let text = '';
  let pieces: Piece[] = [];

  const add = (said: string, node: Text | Element): void => {
    pieces.push({ start: text.length, node });
    text += said;
  };
  const endBlock = (): void => {
    let start = 0;
    for (const sentence of iterateSegments(text, 'sentence', language)) {
      for (const part of cutLongSentence(sentence)) {
        if (/[\p{L}\p{N}]/u.test(part))
          passages.push({ text: part.trim(), place: createPlace(pieces, start, start + part.trimEnd().length) });
        start += part.length;
      }
    }
    text = '';
    pieces = [];
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      add(node.data.replace(/\s/g, ' '), node);
    } else if (node instanceof Element && !node.matches(SILENT)) {
      const said = findReplacement(node);
      const isBlock = node.matches(BLOCKS) || node.matches('.formula:not(.long)');
      if (isBlock) endBlock();
      if (said !== null) add(said, node);
      else for (const child of node.childNodes) visit(child);
      if (node.matches('th,td') && !/[.,;:!?]\s*$/.test(text)) add(', ', node);
      if (isBlock) endBlock();
    }
  };
  visit(root);
  endBlock();
  return passages;
}

/** Null for an element that is said by its content. */
function findReplacement(element: Element): string | null {
  if (element.matches('.code')) return t.aloud.code;
  // a letter or a number is said as it is
  if (element.localName === 'math')
    return element.querySelector(':scope > * > *, :scope > * + *') === null ? null : t.aloud.formula;
  if (element.matches('br')) return ' ';
  if (element.matches('[role=img]')) return element.getAttribute('aria-label') ?? '';
  return null;
}

/** At its last comma or space, or anywhere in scripts that have none. */
function* cutLongSentence(sentence: string): Generator<string> {
  let rest = sentence;
  while (rest.length > MAX_PASSAGE) {
    const head = rest.slice(0, MAX_PASSAGE);
    const [clause = ''] = /^[^]*[,;:、，；：—](?=[^]*$)/u.exec(head) ?? [];
    const [words = ''] = /^[^]*\s/.exec(head) ?? [];
    const wanted = clause.length > MAX_PASSAGE / 2 ? clause.length : words.length || MAX_PASSAGE;
    const end = wanted > 1 && isLowSurrogate(rest.charCodeAt(wanted)) ? wanted - 1 : wanted;
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

function createPlace(pieces: readonly Piece[], from: number, to: number): StaticRange {
  const first = pieces.findLast(({ start }) => start <= from) ?? pieces[0];
  const last = pieces.findLast(({ start }) => start < to) ?? pieces.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('A passage has text.');
  const [startContainer, startOffset] = locate(first, from, 0);
  const [endContainer, endOffset] = locate(last, to, 1);
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}

/** `side`: before (0) or behind (1) an element, whose own text is not what is said. */
function locate({ node, start }: Piece, at: number, side: 0 | 1): readonly [Node, number] {
  if (node instanceof Text) return [node, Math.min(node.length, Math.max(0, at - start))];
  const parent = node.parentNode ?? node;
  return [parent, Array.prototype.indexOf.call(parent.childNodes, node) + side];
}
