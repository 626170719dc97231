/** Renders siblings in a tree of runs, so that of a text that grows React visits the end alone. */
import { memo, type ReactNode } from 'react';
import type { RootContent } from 'mdast';
import type { Marks } from './marks.ts';

/** Siblings, or runs of them, that are visited together. */
const RUN_LENGTH = 8;
/** So many siblings stand side by side; those after them in groups, since the browser lays out a block as a whole. */
const UNGROUPED = 512;
const GROUP_LENGTH = 64;

interface RunContext {
  readonly depth: number;
  /** Null until checked. */
  readonly marks: Marks | null;
  /** Marks of those blocks of the whole text that have some. */
  readonly blockMarks?: ReadonlyMap<RootContent, Marks> | null;
  /** Depth of the text's first heading. */
  readonly top?: number;
  /** Alignments of a table's columns, joined. */
  readonly align?: string;
  /** Element for a group of very many siblings, which is laid out by itself; undefined for none. */
  readonly group?: 'span' | 'div' | undefined;
}

const CONTEXT = [
  'depth',
  'marks',
  'blockMarks',
  'top',
  'align',
  'group',
] as const satisfies readonly (keyof RunContext)[];

/** Renders a node, with the index as its key; it may look at those beside it. */
export type RenderNode<N> = (node: N, index: number, nodes: readonly N[], context: RunContext) => ReactNode;

interface RunsProps<N> extends RunContext {
  readonly nodes: readonly N[];
  /** One function for all renders. */
  readonly render: RenderNode<N>;
}

/** A node's place in the tree depends on its index alone: none is made again when others follow. */
export function Runs<N>(props: RunsProps<N>): ReactNode {
  const { nodes } = props;
  const spans: ReactNode[] = [];
  for (let from = RUN_LENGTH; from < nodes.length; from *= RUN_LENGTH)
    spans.push(<Span {...(props as RunsProps<unknown>)} key={from} from={from} to={from * RUN_LENGTH} size={from} />);
  return (
    <>
      {renderRun(props, 0, RUN_LENGTH)}
      {spans}
    </>
  );
}

const renderRun = <N,>(props: RunsProps<N>, from: number, to: number): ReactNode =>
  props.nodes.slice(from, to).map((node, offset) => props.render(node, from + offset, props.nodes, props));

interface SpanProps extends RunsProps<unknown> {
  readonly from: number;
  readonly to: number;
  /** Siblings in each of its runs: a power of `RUN_LENGTH`. */
  readonly size: number;
}

function renderSpan(props: SpanProps): ReactNode {
  const { nodes, from, to, size, group: Group } = props;
  if (to - from <= RUN_LENGTH) return renderRun(props, from, to);
  const spans: ReactNode[] = [];
  const isGrouped = from >= UNGROUPED && size === GROUP_LENGTH;
  for (let at = from; at < Math.min(to, nodes.length); at += size) {
    const span = <Span {...props} key={at} from={at} to={at + size} size={size / RUN_LENGTH} />;
    spans.push(
      isGrouped && Group !== undefined ? (
        <Group className="group" key={at}>
          {span}
        </Group>
      ) : (
        span
      ),
    );
  }
  return spans;
}

const Span = memo(renderSpan, (before, after) => {
  if (CONTEXT.some((key) => before[key] !== after[key])) return false;
  // a mark is rendered by what is beside it
  for (let i = Math.max(0, after.from - 1); i <= after.to; i += 1) if (before.nodes[i] !== after.nodes[i]) return false;
  return true;
});
