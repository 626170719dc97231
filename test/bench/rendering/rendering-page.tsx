/** The part of the rendering benchmark that runs in the browser: streams a text into the panel's Markdown, update by
 * update, and times each one from the new text to the committed DOM. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { parseMarkdown } from '../../../src/sidepanel/markdown/parse.ts';
import { Block, Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';

export interface Timing {
  /** Milliseconds per update. */
  readonly mean: number;
  readonly lastTenth: number;
  readonly p99: number;
  /** What a reader sees: long blocks are split, and text is grouped, for the next update to be quick. */
  readonly text: string;
}

/** The baseline: everything parsed and rendered again at each update, as the usual component does. */
function Whole({ text }: { readonly text: string }) {
  const blocks = parseMarkdown(text).children;
  const first = blocks.find((node) => node.type === 'heading');
  const top = first?.type === 'heading' ? first.depth : 1;
  return blocks.map((node, index) => <Block key={index} node={node} depth={0} top={top} />);
}

/** Streams `text` in `updates` equal pieces; only every `sample`-th update is made, for baselines that would take minutes. */
function stream(text: string, updates: number, how: 'incremental' | 'whole', sample: number): Timing {
  const article = document.body.appendChild(document.createElement('article'));
  const root = createRoot(article);
  const times: number[] = [];
  for (let i = sample; i <= updates; i += sample) {
    const piece = text.slice(0, Math.round((text.length * i) / updates));
    const begin = performance.now();
    flushSync(() => root.render(how === 'incremental' ? <Markdown text={piece} /> : <Whole text={piece} />));
    times.push(performance.now() - begin);
  }
  const shown = article.textContent;
  root.unmount();
  article.remove();
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    mean: mean(times),
    lastTenth: mean(times.slice(Math.floor(times.length * 0.9))),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    text: shown,
  };
}

/** As long as frames bring something more to see. */
const QUIET_FRAMES = 30;

/** Renders `text` as the panel does, frame by frame. Returns how it is removed. */
async function renderToEnd(text: string): Promise<() => void> {
  const article = document.body.appendChild(document.createElement('article'));
  let quiet = 0;
  const observer = new MutationObserver(() => (quiet = 0)); // reading what is there would be a long task of its own
  observer.observe(article, { subtree: true, childList: true, characterData: true });
  const root = createRoot(article);
  root.render(<Markdown text={text} />);
  for (; quiet < QUIET_FRAMES; quiet += 1) await new Promise(requestAnimationFrame);
  observer.disconnect();
  return () => {
    root.unmount();
    article.remove();
  };
}

declare global {
  var renderToEnd: (text: string) => Promise<() => void>;
}

Object.assign(globalThis, { streamMarkdown: stream, renderToEnd });
