/** The tree that was shown, to be written down elsewhere: without anything that loads or that the run does not know as a link (SAFETY D4, D16). */
import type { InlineCode, Nodes, Paragraph, Root, RootContent, Text } from 'mdast';
import { CITATION_URL } from '../../lib/agent/frames/citation-markup.ts';
import type { Slices } from '../../lib/pipeline/text/time-slices.ts';
import type { Formula } from '../math/tree.ts';
import { isComment, isLineBreak, MAX_DEPTH } from './inline-nodes.tsx';
import { getNodeText } from './marks.ts';
import { parseSafeLink, stripActiveCharacters } from './safe-text.ts';

interface InertTree {
  readonly root: Root;
  /** Whether it says something else than the blocks. */
  readonly isChanged: boolean;
}

/** Yields every `NODES_PER_SLICE` nodes. */
export function* createInertTree(blocks: readonly RootContent[], known: ReadonlySet<string>): Slices<InertTree> {
  const context: Context = { known, isChanged: false, nodes: 0 };
  const children = (yield* disarmAll(blocks, context, 0)) as RootContent[];
  return { root: { type: 'root', children }, isChanged: context.isChanged };
}

interface Context {
  readonly known: ReadonlySet<string>;
  isChanged: boolean;
  /** Seen so far. */
  nodes: number;
}

const NODES_PER_SLICE = 500;

/** Addresses are looked for in texts that stand side by side as in one. */
function* disarmAll(nodes: readonly Nodes[], context: Context, depth: number): Slices<Nodes[]> {
  const all: Nodes[] = [];
  for (const each of nodes) {
    context.nodes += 1;
    if (context.nodes % NODES_PER_SLICE === 0) yield;
    for (const node of yield* disarm(each, context, depth)) {
      const last = all.at(-1);
      if (node.type === 'text' && last?.type === 'text')
        all.splice(-1, 1, { type: 'text', value: last.value + node.value });
      else all.push(node);
    }
  }
  return all.flatMap((node) => (node.type === 'text' ? writeAddressesAsCode(node, context) : [node]));
}

function* disarm(node: Nodes, context: Context, depth: number): Slices<readonly Nodes[]> {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return [{ type: node.type, value: strip(node.value, context) }];
    case 'break':
    case 'thematicBreak':
      return [node];
    case 'paragraph':
      if (node.data?.plain) return change(context, [{ type: 'code', value: strip(getNodeText(node), context) }]);
      return [{ ...node, children: yield* disarmAll(node.children, context, depth + 1) } as Nodes];
    case 'heading':
    case 'listItem':
    case 'tableRow':
    case 'tableCell':
      return [{ ...node, children: yield* disarmAll(node.children, context, depth + 1) } as Nodes];
    case 'blockquote':
    case 'list':
    case 'table':
      if (depth > MAX_DEPTH) return change(context, [createParagraph(getNodeText(node), context)]);
      return [{ ...node, children: yield* disarmAll(node.children, context, depth + 1) } as Nodes];
    case 'emphasis':
    case 'strong':
    case 'delete':
      if (depth > MAX_DEPTH) return change(context, [createText(getNodeText(node))]);
      return [{ ...node, children: yield* disarmAll(node.children, context, depth + 1) } as Nodes];
    case 'code': {
      const lang = LANGUAGE.test(node.lang ?? '') ? (node.lang ?? null) : null;
      const shown: Nodes = { type: 'code', lang, value: strip(node.value, context) };
      return (node.meta ?? '') === '' && (node.lang ?? null) === lang ? [shown] : change(context, [shown]);
    }
    case 'formula':
      return disarmFormula(node, context);
    case 'link':
      return yield* disarmLink(node, context, depth);
    case 'html':
      if (isLineBreak(node.value)) return change(context, [{ type: 'break' }]);
      return change(context, isComment(node.value) ? [] : [createText(node.value)]);
    case 'image':
      return change(context, [createText(node.alt ?? '')]);
    default:
      return change(context, [createText(getNodeText(node))]);
  }
}

/** What follows a fence is not shown: no more of it than a language's name. */
const LANGUAGE = /^[\w+#.-]{1,20}$/;

/** Its TeX, also where it is read as Markdown. What is not closed, could be an address or load something is code. */
function disarmFormula(node: Formula, context: Context): readonly Nodes[] {
  const written = strip(node.value, context);
  const value = written.replace(MARKUP_START, '$& ');
  if (value !== written) context.isChanged = true;
  if (node.tex === '' || FORMULA_ADDRESS.test(value))
    return change(context, [node.isBlock ? { type: 'code', value } : { type: 'inlineCode', value }]);
  return [{ ...node, value }];
}

/** If a space follows it, it says the same in TeX, and begins no tag, link, picture or share. */
const MARKUP_START = /<(?=[a-z!/?])|!(?=\[)|\](?=\()|\\\\(?=[\p{L}\p{N}])/giu;

function* disarmLink(node: Nodes & { type: 'link' }, context: Context, depth: number): Slices<readonly Nodes[]> {
  const words = getNodeText(node);
  const link = parseSafeLink(node.url);
  const isAddress = words !== '' && node.url.endsWith(words);
  if (link !== null && context.known.has(link.href)) {
    if ((node.title ?? '') !== '') context.isChanged = true;
    const isKept = isAddress && node.children.every(({ type }) => type === 'text');
    const children = isKept ? node.children : yield* disarmAll(node.children, context, depth + 1);
    return [{ ...node, title: null, children } as Nodes];
  }
  if (!CITATION_URL.test(node.url)) context.isChanged = true;
  // text that follows without a space may go on an address
  if (link === null && node.children.every(({ type }) => type === 'text')) return [createText(words)];
  const shown = yield* disarmAll(node.children, context, depth + 1);
  if (link === null) return shown;
  const address: InlineCode = { type: 'inlineCode', value: link.href };
  return isAddress ? [address] : [...shown, createText(' '), address];
}

function change(context: Context, nodes: readonly Nodes[]): readonly Nodes[] {
  context.isChanged = true;
  return nodes;
}

function strip(text: string, context: Context): string {
  const stripped = stripActiveCharacters(text);
  if (stripped !== text) context.isChanged = true;
  return stripped;
}

const createText = (text: string): Text => ({ type: 'text', value: stripActiveCharacters(text) });

const createParagraph = (text: string, context: Context): Paragraph => ({
  type: 'paragraph',
  children: writeAddressesAsCode(createText(text), context) as Paragraph['children'],
});

/** What some program makes a link of in plain text: addresses with a scheme, hosts with a path or a name in front, shares. */
const WEB_ADDRESS = [
  String.raw`[a-z\d+.-]:\/\/`,
  String.raw`(?:mailto|xmpp|sms|tel):\S`,
  String.raw`www\.`,
  String.raw`[\p{L}\p{N}]\.(?:\p{L}{2,}|xn--[a-z\d-]+|\d{1,3}\.\d{1,3})\.?(?::\d+)?(?:[/\\]\S|[?#][\p{L}\p{N}])`,
  String.raw`[\p{L}\p{N}]\.[\p{L}\p{N}-]+\.\p{L}{2,}`,
].join('|');
const ADDRESS = new RegExp(String.raw`${WEB_ADDRESS}|\\[^\s\\]+\\`, 'iu');
const FORMULA_ADDRESS = new RegExp(
  String.raw`${WEB_ADDRESS}|@[\p{L}\p{N}]|\\(?:href|url|includegraphics|html\p{L}+|require|unicode|input|class|style|data)(?!\p{L})`,
  'iu',
);

function writeAddressesAsCode(node: Text, context: Context): readonly Nodes[] {
  if (!ADDRESS.test(node.value)) return [node];
  const nodes: (Text | InlineCode)[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') nodes.push(createText(text));
    text = '';
  };
  for (const word of node.value.split(/(\s+)/)) {
    if (ADDRESS.test(word) && !isKnown(word, context.known)) {
      endText();
      nodes.push({ type: 'inlineCode', value: word });
    } else text += word;
  }
  endText();
  if (nodes.some(({ type }) => type === 'inlineCode')) context.isChanged = true;
  return nodes;
}

const isKnown = (word: string, known: ReadonlySet<string>): boolean => known.has(parseSafeLink(word)?.href ?? '');
