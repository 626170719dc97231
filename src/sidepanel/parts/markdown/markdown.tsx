/** Markdown that may still be growing. Blocks that are finished are neither parsed nor rendered again, so that a
 * selection in them, and the reader's place, stay as they are. */
import { useState } from 'react';
import { Block } from './render.tsx';
import { createMarkdownStream } from './stream.ts';

export function Markdown({ text }: { readonly text: string }) {
  const [stream] = useState(createMarkdownStream);
  return stream.update(text).map((node, index) => <Block key={index} node={node} depth={0} />);
}
