import { createRoot } from 'react-dom/client';
import { followAppearance } from '../chrome/appearance.ts';
import { closeWithSource } from '../chrome/panel-window.ts';
import { chromePanelHost } from '../chrome/panel/panel-host.ts';
import type { ShowQuote } from '../chrome/page/show-quote.ts';
import highlight from '../content/highlight.iife.ts?iife';
import './panel.css';
import { PanelContext } from './panel-context.ts';
import { runPart } from './lazy-parts.ts';
import { createPanel } from './store.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have an element #root.');
followAppearance();
closeWithSource();
const panel = createPanel(chromePanelHost);
const showQuote: ShowQuote = async (place, signal) => {
  const { createShowQuote } = await import('../chrome/page/show-quote.ts');
  return createShowQuote(highlight)(place, signal);
};
createRoot(root).render(
  <PanelContext value={{ panel, host: chromePanelHost, showQuote }}>
    <App />
  </PanelContext>,
);
// after the first frame, so that a run's first words find it there; what fails is told when it is needed
new PerformanceObserver((_, observer) => {
  observer.disconnect();
  requestIdleCallback(() => void runPart.load().catch(() => undefined));
}).observe({ type: 'paint', buffered: true });
