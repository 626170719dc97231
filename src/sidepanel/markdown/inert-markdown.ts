/** Markdown to copy: what was shown, without anything that loads or that the run does not know as a link (SAFETY D4, D16). */
import type { InlineCode, Nodes, Root, RootContent, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { CITATION_URL } from '../../lib/agent/frames/citation-markup.ts';
import { formatFence } from '../../lib/agent/log/report-format.ts';
import { getNodeText } from './marks.ts';
import { parseSafeLink, stripActiveCharacters } from './safe-text.ts';
import { createMarkdownStream } from './stream.ts';

/** What may load, or define what another renderer loads, wherever it is. */
const LOADING = /!\[|\]:|<[a-z!/?]/i;

/** Text beside text may become a link once it is written down, so the result is looked at again. */
const MAX_ROUNDS = 4;

export function toInertMarkdown(text: string, known: ReadonlySet<string>): string {
  const isLinkKnown = (url: string): boolean => known.has(parseSafeLink(url)?.href ?? '');
  let written = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const stream = createMarkdownStream();
    const blocks = stream.update(written);
    const mayLoad = round === 0 && (LOADING.test(text) || stream.hasPlainText());
    if (!mayLoad && blocks.every((block) => isKnown(block, isLinkKnown))) return written;
    const root: Root = {
      type: 'root',
      children: blocks.flatMap((block) => disarmChild(block, isLinkKnown, 0) as RootContent[]),
    };
    written = toMarkdown(root, { extensions: [gfmToMarkdown()], bullet: '-', rule: '-', emphasis: '*' }).trimEnd();
  }
  return formatFence(text, Infinity);
}

function isKnown(block: RootContent, isLinkKnown: (url: string) => boolean): boolean {
  const stack: Nodes[] = [block];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'image' || node.type === 'html') return false;
    if (node.type === 'text' && ADDRESS.test(node.value)) return false;
    if (node.type === 'link' && !CITATION_URL.test(node.url) && !isLinkKnown(node.url)) return false;
    if (isPlainLink(node)) continue;
    if ('children' in node) stack.push(...node.children);
  }
  return true;
}

function disarm(node: Nodes, isLinkKnown: (url: string) => boolean, depth = 0): Nodes {
  if (depth > MAX_DEPTH || !('children' in node)) return node;
  const children = node.children.flatMap((child) => disarmChild(child, isLinkKnown, depth + 1));
  return { ...node, children } as Nodes;
}

/** A block is at most this deep, as it is parsed in pieces. */
const MAX_DEPTH = 1000;

function disarmChild(child: Nodes, isLinkKnown: (url: string) => boolean, depth: number): readonly Nodes[] {
  if (child.type === 'text') return writeAddressesAsCode(child.value);
  if (child.type === 'image') return writeAddressesAsCode(child.alt ?? '');
  if (child.type === 'html') return child.value.startsWith('<!--') ? [] : writeAddressesAsCode(child.value);
  if (child.type !== 'link' || isLinkKnown(child.url))
    return isPlainLink(child) ? [child] : [disarm(child, isLinkKnown, depth)];
  const words = child.children.flatMap((one) => disarmChild(one, isLinkKnown, depth));
  const link = parseSafeLink(child.url);
  if (link === null) return words;
  const address: Nodes = { type: 'inlineCode', value: link.href };
  return child.url.endsWith(getNodeText(child)) ? [address] : [...words, { type: 'text', value: ' ' }, address];
}

const isPlainLink = (node: Nodes): boolean =>
  node.type === 'link' && node.children.every(({ type }) => type === 'text');

const ADDRESS = /https?:\/\/|www\./i;

/** Some renderers make links of addresses in text, escaped or not. */
function writeAddressesAsCode(text: string): readonly Nodes[] {
  const nodes: (Text | InlineCode)[] = [];
  for (const word of stripActiveCharacters(text).split(/(\s+)/)) {
    const last = nodes.at(-1);
    if (ADDRESS.test(word)) nodes.push({ type: 'inlineCode', value: word });
    else if (last?.type === 'text') last.value += word;
    else nodes.push({ type: 'text', value: word });
  }
  return nodes;
}
