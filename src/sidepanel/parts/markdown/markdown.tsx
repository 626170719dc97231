/** Markdown that may still be growing. Blocks that are finished are neither parsed nor rendered again, so that a
 * selection in them, and the reader's place, stay as they are. */
import { useMemo, useState } from 'react';
import type { Citation } from '../../../lib/agent/frames.ts';
import { marksOf } from './marks.ts';
import { Block } from './render.tsx';
import { createMarkdownStream } from './stream.ts';

interface MarkdownProps {
  readonly text: string;
  /** What its marks cite; null while nobody has looked. */
  readonly citations?: readonly Citation[] | null;
}

export function Markdown({ text, citations = null }: MarkdownProps) {
  const [stream] = useState(createMarkdownStream);
  const blocks = stream.update(text);
  const marks = useMemo(() => (citations === null ? null : marksOf(blocks, citations)), [blocks, citations]);
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
