/** Renders an allow-list of mdast; the rest is inert text. No markup, pictures or requests (SAFETY D4). */
import type { List, ListItem, RootContent, Table, TableRow } from 'mdast';
import { memo, type ReactNode, useEffect, useMemo, useReducer, useState } from 'react';
import { scheduleNextFrame } from '../next-frame.ts';
import { t } from '../strings/strings.ts';
import { FormulaView } from '../math/formula-view.tsx';
import { CodeBlock } from './code-block.tsx';
import { stripActiveCharacters } from './safe-text.ts';
import { EndMarks } from './cite-mark.tsx';
import { getNodeText, type Marks, assignMarks } from './marks.ts';
import type { Citation } from '../../lib/agent/frames/frames.ts';
import { createMarkdownStream } from './stream.ts';
import { FRAME_WORK } from './work.ts';
import { MAX_DEPTH, renderInline, renderInlineNode } from './inline-nodes.tsx';
import { Runs, type RenderNode } from './runs.tsx';

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
      <Runs nodes={blocks} render={renderTopBlock} depth={0} marks={null} blockMarks={marks} top={top} group="div" />
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
          <Runs nodes={node.children} render={renderInlineNode} depth={depth} marks={marks} group="span" />
          {marks !== null && <EndMarks marks={marks.ends.get(node)} />}
        </p>
      );
    case 'heading': {
      const level = Math.min(6, Math.max(3, 3 + node.depth - top));
      const Heading = `h${String(level)}` as 'h3' | 'h4' | 'h5' | 'h6';
      return <Heading>{renderInline(node.children, depth, marks)}</Heading>;
    }
    case 'blockquote':
      return <blockquote dir={chooseDirection(depth)}>{renderInner(node.children, depth, marks)}</blockquote>;
    case 'list':
      return <ListBlock list={node} depth={depth} marks={marks} />;
    case 'table':
      return <TableBlock table={node} depth={depth} marks={marks} />;
    case 'code':
      return <CodeBlock node={node} depth={depth} />;
    case 'formula':
      return <FormulaView node={node} />;
    case 'thematicBreak':
      return <hr />;
    default:
      return <p>{stripActiveCharacters(getNodeText(node))}</p>;
  }
});

/** Chosen by the first word of the outermost block: inner ones that had a direction themselves would not count. */
const chooseDirection = (depth: number): 'auto' | undefined => (depth === 0 ? 'auto' : undefined);

interface PartsProps {
  readonly depth: number;
  readonly marks: Marks | null;
}

function ListBlock({ list, depth, marks }: PartsProps & { readonly list: List }) {
  const items = <Runs nodes={list.children} render={renderItem} depth={depth + 1} marks={marks} />;
  const direction = chooseDirection(depth);
  if (list.ordered !== true) return <ul dir={direction}>{items}</ul>;
  return (
    <ol dir={direction} start={list.start ?? 1}>
      {items}
    </ol>
  );
}

const Item = memo(function Item({ item, depth, marks }: PartsProps & { readonly item: ListItem }) {
  const { checked } = item;
  if (typeof checked !== 'boolean') return <li>{renderInner(item.children, depth, marks)}</li>;
  return (
    <li className="task">
      <span role="img" aria-label={checked ? t.taskDone : t.taskOpen}>
        {checked ? '☑' : '☐'}
      </span>
      <div>{renderInner(item.children, depth, marks)}</div>
    </li>
  );
});

function TableBlock({ table, depth, marks }: PartsProps & { readonly table: Table }) {
  const [header, ...rows] = table.children;
  const align = (table.align ?? []).join();
  return (
    <div className="table" role="region" aria-label={t.table} tabIndex={0} dir={chooseDirection(depth)}>
      <table>
        <thead>{header && <Row row={header} head align={align} depth={depth} marks={marks} />}</thead>
        <tbody>
          <Runs nodes={rows} render={renderRow} align={align} depth={depth} marks={marks} />
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

const renderInner = (nodes: readonly RootContent[], depth: number, marks: Marks | null): ReactNode => (
  <Runs nodes={nodes} render={renderBlock} depth={depth + 1} marks={marks} />
);

const renderBlock: RenderNode<RootContent> = (node, index, _nodes, { depth, marks }) => (
  <Block key={index} node={node} depth={depth} marks={marks} />
);

/** Only what changes a block is given to it. */
const renderTopBlock: RenderNode<RootContent> = (node, index, _nodes, { depth, blockMarks, top }) => (
  <Block
    key={index}
    node={node}
    depth={depth}
    top={node.type === 'heading' ? top : undefined}
    marks={blockMarks?.get(node) ?? null}
  />
);

const renderItem: RenderNode<ListItem> = (item, index, _nodes, { depth, marks }) => (
  <Item key={index} item={item} depth={depth} marks={marks} />
);

const renderRow: RenderNode<TableRow> = (row, index, _nodes, { align = '', depth, marks }) => (
  <Row key={index} row={row} head={false} align={align} depth={depth} marks={marks} />
);
