/** Colours code by the browser's highlights: the text nodes, and a selection in them, stay as they are. */
import { useEffect, type RefObject } from 'react';
import { loadCodeTokens, type CodeToken, type TokenKind } from './code-tokens.ts';

/** A block that is still written is coloured once it rests. */
const REST_MS = 300;
const MAX_CHARS = 20_000;

/** `shown` holds the code and nothing else. */
export function useHighlighting(shown: RefObject<HTMLElement | null>, code: string, language: string): void {
  useEffect(() => {
    if (language === '' || code.length > MAX_CHARS || typeof Highlight === 'undefined') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void loadCodeTokens(code, language, stop.signal).then((tokens) => {
        if (!stop.signal.aborted && shown.current) paint(shown.current, tokens, stop.signal);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [shown, code, language]);
}

/** Until the signal. `tokens` are in the order of the text. */
function paint(element: HTMLElement, tokens: readonly CodeToken[], signal: AbortSignal): void {
  const locate = createLocator(element);
  for (const { kind, start, end } of tokens) {
    const [startContainer, startOffset] = locate(start);
    const [endContainer, endOffset] = locate(end);
    const range = new StaticRange({ startContainer, startOffset, endContainer, endOffset });
    const highlight = getHighlight(kind);
    highlight.add(range);
    signal.addEventListener('abort', () => highlight.delete(range));
  }
}

/** Returns the text node at a place of the text and the offset in it. Places must not go back. */
function createLocator(element: HTMLElement): (place: number) => readonly [Node, number] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let node: Node = texts.nextNode() ?? element;
  let nodeStart = 0;
  return (place) => {
    for (let length = getLength(node); nodeStart + length < place; length = getLength(node)) {
      const next = texts.nextNode();
      if (!next) return [node, length];
      node = next;
      nodeStart += length;
    }
    return [node, place - nodeStart];
  };
}

const getLength = (node: Node): number => node.nodeValue?.length ?? 0;

function getHighlight(kind: TokenKind): Highlight {
  const name = `code-${kind}`;
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  CSS.highlights.set(name, made);
  return made;
}
