/**
 * mdast → React nodes, by an allow-list. The one rule: what is not listed here becomes inert text; there is no way from
 * a summary to markup, a picture, a style or a request (SAFETY D4).
 */
import type { List, ListItem, Nodes, PhrasingContent, RootContent, Table, TableRow } from 'mdast';
import { memo, type ReactNode } from 'react';
import { inertText, safeLink } from './inert.ts';

/** Deeper than any honest summary; what lies below is shown as text. */
const MAX_DEPTH = 30;

interface BlockProps {
  readonly node: RootContent;
  readonly depth: number;
  /** Depth of the text's first heading, which becomes level 3: levels 1 and 2 are the panel's own. */
  readonly top?: number;
}

/** One finished or growing block. The same node is never rendered twice. */
export const Block = memo(function Block({ node, depth, top = 1 }: BlockProps) {
  if (depth > MAX_DEPTH) return <p>{textOf(node)}</p>;
  switch (node.type) {
    case 'paragraph':
      return <p>{inline(node.children, depth)}</p>;
    case 'heading': {
      const level = Math.min(6, Math.max(3, 3 + node.depth - top));
      const Heading = `h${String(level)}` as 'h3' | 'h4' | 'h5' | 'h6';
      return <Heading>{inline(node.children, depth)}</Heading>;
    }
    case 'blockquote':
      return <blockquote>{blocks(node.children, depth)}</blockquote>;
    case 'list':
      return <ListBlock list={node} depth={depth} />;
    case 'table':
      return <TableBlock table={node} depth={depth} />;
    case 'code':
      return (
        <pre dir="ltr" tabIndex={0}>
          <code>{inertText(node.value)}</code>
        </pre>
      );
    case 'thematicBreak':
      return <hr />;
    case 'html':
      return isComment(node.value) ? null : <p>{inertText(node.value)}</p>;
    default:
      return <p>{textOf(node)}</p>;
  }
});

function ListBlock({ list, depth }: { readonly list: List; readonly depth: number }) {
  const items = list.children.map((item, index) => <Item key={index} item={item} depth={depth + 1} />);
  if (list.ordered !== true) return <ul>{items}</ul>;
  return <ol start={list.start ?? 1}>{items}</ol>;
}

const Item = memo(function Item({ item, depth }: { readonly item: ListItem; readonly depth: number }) {
  const { checked } = item;
  if (typeof checked !== 'boolean') return <li>{blocks(item.children, depth)}</li>;
  return (
    <li className="task">
      <span role="img" aria-label={checked ? 'done' : 'to do'}>
        {checked ? '☑' : '☐'}
      </span>
      <div>{blocks(item.children, depth)}</div>
    </li>
  );
});

function TableBlock({ table, depth }: { readonly table: Table; readonly depth: number }) {
  const [header, ...rows] = table.children;
  const align = (table.align ?? []).join();
  return (
    <div className="table" role="region" aria-label="Table" tabIndex={0}>
      <table>
        <thead>{header && <Row row={header} head align={align} depth={depth} />}</thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} row={row} head={false} align={align} depth={depth} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: TableRow;
  readonly head: boolean;
  /** The columns' alignments, joined: a text, so that an unchanged row is not rendered again. */
  readonly align: string;
  readonly depth: number;
}

const Row = memo(function Row({ row, head, align, depth }: RowProps) {
  const sides = align.split(',');
  return (
    <tr>
      {row.children.map((cell, column) => {
        const side = sides[column];
        const style =
          side === 'left' || side === 'right' || side === 'center' ? ({ textAlign: side } as const) : undefined;
        const content = inline(cell.children, depth);
        return head ? (
          <th key={column} scope="col" style={style}>
            {content}
          </th>
        ) : (
          <td key={column} style={style}>
            {content}
          </td>
        );
      })}
    </tr>
  );
});

function blocks(nodes: readonly RootContent[], depth: number): ReactNode {
  return nodes.map((node, index) => <Block key={index} node={node} depth={depth + 1} />);
}

function inline(nodes: readonly PhrasingContent[], depth: number): ReactNode {
  return nodes.map((node, index) => phrase(node, index, depth + 1));
}

function phrase(node: PhrasingContent, key: number, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return textOf(node);
  switch (node.type) {
    case 'text':
      return inertText(node.value);
    case 'strong':
      return <strong key={key}>{inline(node.children, depth)}</strong>;
    case 'emphasis':
      return <em key={key}>{inline(node.children, depth)}</em>;
    case 'delete':
      return <del key={key}>{inline(node.children, depth)}</del>;
    case 'inlineCode':
      return <code key={key}>{inertText(node.value)}</code>;
    case 'break':
      return <br key={key} />;
    case 'link': {
      const link = safeLink(node.url);
      const words = inline(node.children, depth);
      if (link === null) return <span key={key}>{words}</span>;
      const said =
        textOf(node)
          .replace(/^https?:\/\//i, '')
          .split(/[/?#]/, 1)[0] === link.host;
      return (
        <span key={key}>
          <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
            {words}
          </a>
          {said ? null : <span className="host"> ({link.host})</span>}
        </span>
      );
    }
    case 'image':
      return <span key={key}>{inertText(node.alt ?? '')}</span>;
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) return <br key={key} />;
      return isComment(node.value) ? null : inertText(node.value);
    default:
      return textOf(node);
  }
}

const isComment = (html: string): boolean => html.startsWith('<!--') && html.trimEnd().endsWith('-->');

/** All text below a node, without recursion: nesting is not ours to trust. */
function textOf(node: Nodes): string {
  const rest: Nodes[] = [node];
  let text = '';
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ('children' in next) rest.push(...next.children.toReversed());
    else if ('value' in next) text += next.value;
    else if ('alt' in next) text += next.alt ?? '';
  }
  return inertText(text);
}
