/** Renders inline nodes of mdast. */
import type { Link, PhrasingContent } from 'mdast';
import { type ReactNode, use } from 'react';
import { FormulaView } from '../math/formula-view.tsx';
import { stripActiveCharacters, KnownLinksContext, parseSafeLink } from './safe-text.ts';
import { CiteMark } from './cite-mark.tsx';
import { CopyButton } from './copy-button.tsx';
import { isMark, isMarkRead, getNodeText, type Marks } from './marks.ts';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { t } from '../strings/strings.ts';

/** Content nested deeper is shown as text. */
export const MAX_DEPTH = 30;

export const renderInline = (
  nodes: readonly PhrasingContent[],
  depth: number,
  marks: Marks | null,
  begins = true,
): readonly ReactNode[] => nodes.map((node, index) => renderInlineNode(node, index, nodes, { depth, marks, begins }));

interface InlineContext {
  readonly depth: number;
  readonly marks: Marks | null;
  /** Nothing is before the nodes in their block. */
  readonly begins?: boolean;
}

export function renderInlineNode(
  node: PhrasingContent,
  index: number,
  nodes: readonly PhrasingContent[],
  { depth, marks, begins = true }: InlineContext,
): ReactNode {
  const first = begins && index === 0;
  if (isMark(node)) {
    const read = isMarkRead(nodes[index - 1], first);
    return (
      <CiteMark
        key={index}
        words={stripActiveCharacters(getNodeText(node))}
        isRead={read}
        quote={getQuote(node, marks)}
      />
    );
  }
  const next = nodes[index + 1];
  // otherwise the space before an unread mark would end up before the full stop
  const dropsSpace = next !== undefined && isMark(next) && !isMarkRead(node, false) && getQuote(next, marks) !== null;
  if (node.type === 'text') return stripActiveCharacters(dropsSpace ? node.value.trimEnd() : node.value);
  return renderPhrase(node, index, depth + 1, marks, first);
}

/** Undefined until checked; null if the words were not found. */
const getQuote = (node: Link, marks: Marks | null) => (marks === null ? undefined : (marks.links.get(node) ?? null));

function renderPhrase(
  node: PhrasingContent,
  key: number,
  depth: number,
  marks: Marks | null,
  first: boolean,
): ReactNode {
  if (depth > MAX_DEPTH) return stripActiveCharacters(getNodeText(node));
  switch (node.type) {
    case 'strong':
      return <strong key={key}>{renderInline(node.children, depth, marks, first)}</strong>;
    case 'emphasis':
      return <em key={key}>{renderInline(node.children, depth, marks, first)}</em>;
    case 'delete':
      return <del key={key}>{renderInline(node.children, depth, marks, first)}</del>;
    case 'inlineCode':
      return <code key={key}>{stripActiveCharacters(node.value)}</code>;
    case 'break':
      return <br key={key} />;
    case 'formula':
      return <FormulaView key={key} node={node} />;
    case 'link':
      return (
        <AnswerLink key={key} url={node.url} words={stripActiveCharacters(getNodeText(node))}>
          {renderInline(node.children, depth, marks, first)}
        </AnswerLink>
      );
    case 'image':
      return <span key={key}>{stripActiveCharacters(node.alt ?? '')}</span>;
    case 'html':
      if (isLineBreak(node.value)) return <br key={key} />;
      return isComment(node.value) ? null : stripActiveCharacters(node.value);
    default:
      return stripActiveCharacters(getNodeText(node));
  }
}

export const isLineBreak = (html: string): boolean => /^<br\s*\/?>$/i.test(html);

export const isComment = (html: string): boolean => html.startsWith('<!--') && html.trimEnd().endsWith('-->');

interface AnswerLinkProps {
  readonly url: string;
  /** What `children` say. */
  readonly words: string;
  readonly children: ReactNode;
}

/** Clickable if the run knows its address, otherwise words with the address, which can be copied. */
function AnswerLink({ url, words, children }: AnswerLinkProps) {
  const known = use(KnownLinksContext);
  const link = parseSafeLink(url);
  if (link === null) return <span>{children}</span>;
  const [host = ''] = words.replace(/^https?:\/\//i, '').split(/[/?#]/, 1);
  if (!known.has(link.href)) {
    const isAddress = link.href === words || link.href === `${words}/`;
    return (
      <span>
        {!isAddress && children} <UnknownAddress href={link.href} />
      </span>
    );
  }
  return (
    <span>
      <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {host === link.host ? null : <span className="host"> ({link.host})</span>}
    </span>
  );
}

/** Whole, as what is copied must have been seen. */
function UnknownAddress({ href }: { readonly href: string }) {
  return (
    <bdi className="unknown-link">
      {escapeInvisible(href)}
      <CopyButton text={href} label={t.copyAddress} className="quiet" />
    </bdi>
  );
}
