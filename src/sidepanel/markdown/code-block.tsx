import type { Code } from 'mdast';
import { useRef, use } from 'react';
import { Runs, type RenderNode } from './runs.tsx';
import { stripActiveCharacters } from './safe-text.ts';
import { t } from '../strings/strings.ts';
import { useHighlighting } from './use-highlighting.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { PanelContext } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';

export function CodeBlock({ node, depth }: { readonly node: Code; readonly depth: number }) {
  const code = stripActiveCharacters(node.value);
  const shown = useRef<HTMLElement>(null);
  useHighlighting(shown, code, node.lang ?? '');
  return (
    <div className="code">
      <pre dir="ltr" tabIndex={0}>
        <code ref={shown}>
          <Runs nodes={cutLines(code)} render={renderLines} depth={depth} marks={null} />
        </code>
      </pre>
      <CopyCodeButton code={code} />
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

/** Copies a block of code as it is. Nothing outside a panel. */
function CopyCodeButton({ code }: { readonly code: string }) {
  const host = use(PanelContext)?.host;
  const [outcome, press] = useCopy(() => host?.copy(code) ?? Promise.reject(new Error('There is no clipboard.')));
  if (host === undefined) return null;
  const label = outcome === 'copied' ? t.copied : outcome === 'failed' ? t.copyFailed : t.copyCode;
  return (
    <QuietButton look="round" className="quiet round copy-code" aria-label={label} title={label} onClick={press}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
    </QuietButton>
  );
}
