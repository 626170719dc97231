/** Renders an allow-list of mdast; the rest is inert text. No markup, pictures or requests (SAFETY D4). */
import type { Link, List, ListItem, PhrasingContent, RootContent, Table, TableRow } from 'mdast';
import { memo, type ReactNode } from 'react';
import { stripActiveCharacters, parseSafeLink } from './inert.ts';
import { CiteMark, EndMarks } from './mark.tsx';
import { isMark, isMarkRead, getNodeText, type Marks } from './marks.ts';

/** Content nested deeper is shown as text. */
const MAX_DEPTH = 30;

interface BlockProps {
  readonly node: RootContent;
  readonly depth: number;
  /** Depth of the first heading, which becomes level 3; the panel uses levels 1 and 2. */
  readonly top?: number;
  /** Null until checked. */
  readonly marks?: Marks | null;
}

export const Block = memo(function Block({ node, depth, top = 1, marks = null }: BlockProps) {
  if (depth > MAX_DEPTH) return <p>{stripActiveCharacters(getNodeText(node))}</p>;
  switch (node.type) {
    case 'paragraph':
      return (
        <p>
          {renderInline(node.children, depth, marks)}
          {marks !== null && <EndMarks marks={marks.ends.get(node)} />}
        </p>
      );
    case 'heading': {
      const level = Math.min(6, Math.max(3, 3 + node.depth - top));
      const Heading = `h${String(level)}` as 'h3' | 'h4' | 'h5' | 'h6';
      return <Heading>{renderInline(node.children, depth, marks)}</Heading>;
    }
    case 'blockquote':
      return <blockquote>{renderBlocks(node.children, depth, marks)}</blockquote>;
    case 'list':
      return <ListBlock list={node} depth={depth} marks={marks} />;
    case 'table':
      return <TableBlock table={node} depth={depth} marks={marks} />;
    case 'code':
      return (
        <pre dir="ltr" tabIndex={0}>
          <code>{stripActiveCharacters(node.value)}</code>
        </pre>
      );
    case 'thematicBreak':
      return <hr />;
    case 'html':
      return isComment(node.value) ? null : <p>{stripActiveCharacters(node.value)}</p>;
    default:
      return <p>{stripActiveCharacters(getNodeText(node))}</p>;
  }
});

interface PartsProps {
  readonly depth: number;
  readonly marks: Marks | null;
}

function ListBlock({ list, depth, marks }: PartsProps & { readonly list: List }) {
  const items = list.children.map((item, index) => <Item key={index} item={item} depth={depth + 1} marks={marks} />);
  if (list.ordered !== true) return <ul>{items}</ul>;
  return <ol start={list.start ?? 1}>{items}</ol>;
}

const Item = memo(function Item({ item, depth, marks }: PartsProps & { readonly item: ListItem }) {
  const { checked } = item;
  if (typeof checked !== 'boolean') return <li>{renderBlocks(item.children, depth, marks)}</li>;
  return (
    <li className="task">
      <span role="img" aria-label={checked ? 'done' : 'to do'}>
        {checked ? '☑' : '☐'}
      </span>
      <div>{renderBlocks(item.children, depth, marks)}</div>
    </li>
  );
});

function TableBlock({ table, depth, marks }: PartsProps & { readonly table: Table }) {
  const [header, ...rows] = table.children;
  const align = (table.align ?? []).join();
  return (
    <div className="table" role="region" aria-label="Table" tabIndex={0}>
      <table>
        <thead>{header && <Row row={header} head align={align} depth={depth} marks={marks} />}</thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={index} row={row} head={false} align={align} depth={depth} marks={marks} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends PartsProps {
  readonly row: TableRow;
  readonly head: boolean;
  /** Joined to a string, so that an unchanged row is not rendered again. */
  readonly align: string;
}

const Row = memo(function Row({ row, head, align, depth, marks }: RowProps) {
  const sides = align.split(',');
  return (
    <tr>
      {row.children.map((cell, column) => {
        const side = sides[column];
        const style =
          side === 'left' || side === 'right' || side === 'center' ? ({ textAlign: side } as const) : undefined;
        const content = renderInline(cell.children, depth, marks);
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

function renderBlocks(nodes: readonly RootContent[], depth: number, marks: Marks | null): ReactNode {
  return nodes.map((node, index) => <Block key={index} node={node} depth={depth + 1} marks={marks} />);
}

/** `begins`: nothing is before the nodes in their block. */
function renderInline(
  nodes: readonly PhrasingContent[],
  depth: number,
  marks: Marks | null,
  begins = true,
): readonly ReactNode[] {
  return nodes.map((node, index) => {
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
  });
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
    case 'link': {
      const link = parseSafeLink(node.url);
      const words = renderInline(node.children, depth, marks, first);
      if (link === null) return <span key={key}>{words}</span>;
      const isHostShown =
        stripActiveCharacters(getNodeText(node))
          .replace(/^https?:\/\//i, '')
          .split(/[/?#]/, 1)[0] === link.host;
      return (
        <span key={key}>
          <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
            {words}
          </a>
          {isHostShown ? null : <span className="host"> ({link.host})</span>}
        </span>
      );
    }
    case 'image':
      return <span key={key}>{stripActiveCharacters(node.alt ?? '')}</span>;
    case 'html':
      if (/^<br\s*\/?>$/i.test(node.value)) return <br key={key} />;
      return isComment(node.value) ? null : stripActiveCharacters(node.value);
    default:
      return stripActiveCharacters(getNodeText(node));
  }
}

const isComment = (html: string): boolean => html.startsWith('<!--') && html.trimEnd().endsWith('-->');
