/** The part of the comparison of renderers that runs in the browser: the same text, the same updates, three renderers. */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';

const PLUGINS = [remarkGfm];

const RENDERERS: Readonly<Record<string, (text: string) => ReactNode>> = {
  ours: (text) => <Markdown text={text} />,
  'react-markdown': (text) => <ReactMarkdown remarkPlugins={PLUGINS}>{text}</ReactMarkdown>,
  streamdown: (text) => <Streamdown>{text}</Streamdown>,
};

/** Milliseconds of each update made, from the new text to the committed DOM, and the words that stood there at the end. */
function streamWith(
  renderer: string,
  text: string,
  updates: number,
  sample: number,
): { times: number[]; words: string } {
  const render = RENDERERS[renderer];
  if (!render) throw new Error(`There is no renderer ${renderer}.`);
  const article = document.body.appendChild(document.createElement('article'));
  const root = createRoot(article);
  const times: number[] = [];
  for (let i = sample; i <= updates; i += sample) {
    const piece = text.slice(0, Math.round((text.length * i) / updates));
    const began = performance.now();
    flushSync(() => root.render(render(piece)));
    times.push(performance.now() - began);
  }
  const words = article.innerText.replace(/\s+/g, ' ').trim();
  root.unmount();
  article.remove();
  return { times, words };
}

Object.assign(globalThis, { streamWith });
