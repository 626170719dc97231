import type { Code } from 'mdast';
import { useRef, useEffect, type RefObject } from 'react';
import { Runs, type RenderNode } from './runs.tsx';
import { stripActiveCharacters } from './safe-text.ts';
import { CopyButton } from './copy-button.tsx';
import { t } from '../strings/strings.ts';
import { loadCodeTokens, type CodeToken, type TokenKind } from './code-tokens.ts';

export function CodeBlock({ node, depth }: { readonly node: Code; readonly depth: number }) {
  const code = stripActiveCharacters(node.value);
  const shown = useRef<HTMLElement>(null);
  useHighlighting(shown, code, node.lang ?? '');
  return (
    <div className="code">
      <pre className="sunken" dir="ltr" tabIndex={0}>
        <code ref={shown}>
          <Runs nodes={cutLines(code)} render={renderLines} depth={depth} marks={null} />
        </code>
      </pre>
      <CopyButton text={code} label={t.copyCode} className="quiet round copy-code" />
    </div>
  );
}

/** Pieces of 50 lines, which keep their line breaks: the browser lays out a whole piece again with each line that comes. */
const cutLines = (code: string): readonly string[] => code.match(/(?:[^\n]*\n){50}|[^]+/g) ?? [];

const renderLines: RenderNode<string> = (piece, index) => (
  <span className="lines" key={index}>
    {piece.split(BLANKS).map((part, at) => (at % 2 === 0 ? part : <Blank key={at} text={part} />))}
  </span>
);

/** Whatever looks like a space, within a line. */
const SPACE = String.raw`[\p{Zs}\t\r\u115F\u1160\u2800\u3164\uFFA0]`;

/** What would push code out of sight: wide gaps within a line, deeper ones before it, and more than two blank lines. */
const BLANKS = new RegExp(
  String.raw`((?<=[^\n])(?<!${SPACE})${SPACE}{16,}|${SPACE}{40,}|(?<=\n|^)(?:${SPACE}*\n){3,})`,
  'u',
);

/** Named by generated text, so that the text that stands there stays the code. */
function Blank({ text }: { readonly text: string }) {
  const lines = text.split('\n').length - 1;
  return (
    <span className="gap" data-said={lines === 0 ? t.spaces(text.length) : t.blankLines(lines)} data-lines={lines > 0}>
      {text}
    </span>
  );
}

/** A block that is still written is coloured once it rests. */
const REST_MS = 300;
const MAX_CHARS = 20_000;

/** Colours by the browser's highlights: the text nodes, and a selection in them, stay. `shown` holds the code and nothing else. */
function useHighlighting(shown: RefObject<HTMLElement | null>, code: string, language: string): void {
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
