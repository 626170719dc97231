import { createRoot } from 'react-dom/client';
import { chromePanelHost } from '../chrome/panel/panel-host.ts';
import { createShowQuote } from '../chrome/page/show-quote.ts';
import highlight from '../content/highlight.iife.ts?iife';
import '../theme.css';
import './panel.css';
import './pictures.css';
import './quotes.css';
import './web.css';
import './agents.css';
import { PanelContext } from './panel-context.ts';
import { createPanel } from './store.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have an element #root.');
const panel = createPanel(chromePanelHost);
createRoot(root).render(
  <PanelContext value={{ panel, host: chromePanelHost, showQuote: createShowQuote(highlight) }}>
    <App />
  </PanelContext>,
);
