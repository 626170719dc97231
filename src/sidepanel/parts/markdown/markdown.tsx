/** Markdown that may still be growing. Blocks that are finished are neither parsed nor rendered again, so that a
 * selection in them, and the reader's place, stay as they are. */
import { useState } from 'react';
import { Block } from './render.tsx';
import { createMarkdownStream } from './stream.ts';

export function Markdown({ text }: { readonly text: string }) {
  const [stream] = useState(createMarkdownStream);
  const blocks = stream.update(text);
  const first = blocks.find((node) => node.type === 'heading');
  const top = first?.type === 'heading' ? first.depth : 1;
  return blocks.map((node, index) =>
    node.type === 'heading' ? (
      <Block key={index} node={node} depth={0} top={top} />
    ) : (
      <Block key={index} node={node} depth={0} />
    ),
  );
}
