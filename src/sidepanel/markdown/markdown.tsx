/** Finished blocks are not rendered again, which keeps selection and scroll position. */
import { useMemo, useState } from 'react';
import type { Citation } from '../../lib/agent/frames/frames.ts';
import { assignMarks } from './marks.ts';
import { Block } from './render.tsx';
import { createMarkdownStream } from './stream.ts';

interface MarkdownProps {
  readonly text: string;
  /** Null until checked. */
  readonly citations?: readonly Citation[] | null;
}

export function Markdown({ text, citations = null }: MarkdownProps) {
  const [stream] = useState(createMarkdownStream);
  const blocks = stream.update(text);
  const marks = useMemo(() => (citations === null ? null : assignMarks(blocks, citations)), [blocks, citations]);
  const first = blocks.find((node) => node.type === 'heading');
  const top = first?.type === 'heading' ? first.depth : 1;
  return blocks.map((node, index) =>
    node.type === 'heading' ? (
      <Block key={index} node={node} depth={0} top={top} marks={marks?.get(node) ?? null} />
    ) : (
      <Block key={index} node={node} depth={0} marks={marks?.get(node) ?? null} />
    ),
  );
}
