import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import haskell from 'highlight.js/lib/languages/haskell';
import latex from 'highlight.js/lib/languages/latex';
import matlab from 'highlight.js/lib/languages/matlab';
import powershell from 'highlight.js/lib/languages/powershell';
import scala from 'highlight.js/lib/languages/scala';
import { common, createLowlight } from 'lowlight';
import type { CodeToken, TokenKind } from './code-tokens.ts';

type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>;

const KINDS: Readonly<Record<string, TokenKind>> = {
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-keyword': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-tag': 'keyword',
  'hljs-name': 'keyword',
  'hljs-literal': 'number',
  'hljs-number': 'number',
  'hljs-symbol': 'number',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-addition': 'string',
  'hljs-title': 'name',
  'hljs-section': 'name',
  'hljs-built_in': 'name',
  'hljs-type': 'name',
  'hljs-attr': 'name',
  'hljs-attribute': 'name',
};

const lowlight = createLowlight({
  ...common,
  dart,
  dockerfile,
  elixir,
  haskell,
  latex,
  matlab,
  powershell,
  scala,
});
lowlight.registerAlias({ xml: ['vue', 'svelte'] });

/** In the order of the text; of nested ones the inner. None for a language that is not known. */
export function findCodeTokens(code: string, language: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  const visit = (node: Root | Root['children'][number], kind: TokenKind | undefined): void => {
    if (node.type === 'text') {
      if (kind) tokens.push({ kind, start: at, end: at + node.value.length });
      at += node.value.length;
    } else if ('children' in node) {
      const names = node.type === 'element' ? node.properties.className : undefined;
      const own = Array.isArray(names) ? names.map((name) => KINDS[name]).find(Boolean) : undefined;
      for (const child of node.children) visit(child, own ?? kind);
    }
  };
  if (lowlight.registered(language)) visit(lowlight.highlight(language, code), undefined);
  return tokens;
}
