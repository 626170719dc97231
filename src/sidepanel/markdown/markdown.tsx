/** Renders an allow-list of mdast; the rest is inert text. No markup, pictures or requests (SAFETY D4). */
import type { List, ListItem, RootContent, Table, TableRow } from 'mdast';
import { memo, type ReactNode, useEffect, useMemo, useReducer, useState } from 'react';
import { scheduleNextFrame } from '../schedule.ts';
import { t } from '../strings/strings.ts';
import { stripActiveCharacters } from './safe-text.ts';
import { EndMarks } from './cite-mark.tsx';
import { getNodeText, type Marks, assignMarks } from './marks.ts';
import type { Citation } from '../../lib/agent/frames/frames.ts';
import { createMarkdownStream } from './stream.ts';
import { FRAME_WORK } from './work.ts';
import { InlineNodes, MAX_DEPTH, renderInline } from './inline-nodes.tsx';

interface MarkdownProps {
  readonly text: string;
  /** Null until checked. */
  readonly citations?: readonly Citation[] | null;
}

/** A long text is parsed and shown frame by frame. */
export function Markdown({ text, citations = null }: MarkdownProps) {
  const [stream] = useState(() => createMarkdownStream());
  const [, parseMore] = useReducer((frames: number) => frames + 1, 0);
  const blocks = stream.update(text, FRAME_WORK);
  const isComplete = stream.isComplete();
  useEffect(() => {
    if (isComplete) return;
    let isShown = true;
    scheduleNextFrame(() => {
      if (isShown) parseMore();
    });
    return () => {
      isShown = false;
    };
  });
  const checked = isComplete ? citations : null;
  const marks = useMemo(() => (checked === null ? null : assignMarks(blocks, checked)), [blocks, checked]);
  const first = blocks.find((node) => node.type === 'heading');
  const top = first?.type === 'heading' ? first.depth : 1;
  return (
    <>
      {blocks.map((node, index) => (
        <Block
          key={index}
          node={node}
          depth={0}
          top={node.type === 'heading' ? top : undefined} // or all other blocks would be rendered again with it
          marks={marks?.get(node) ?? null}
        />
      ))}
      {stream.hasPlainText() && <p className="fine">{t.plainText}</p>}
    </>
  );
}

interface BlockProps {
  readonly node: RootContent;
  readonly depth: number;
  /** Depth of the first heading, which becomes level 3; the panel uses levels 1 and 2. */
  readonly top?: number | undefined;
  /** Null until checked. */
  readonly marks?: Marks | null;
}

export const Block = memo(function Block({ node, depth, top = 1, marks = null }: BlockProps) {
  if (depth > MAX_DEPTH) return <p>{stripActiveCharacters(getNodeText(node))}</p>;
  switch (node.type) {
    case 'paragraph':
      return (
        <p className={node.data?.plain && 'plain'}>
          <InlineNodes nodes={node.children} depth={depth} marks={marks} />
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
