import { createRoot } from 'react-dom/client';
import './options.css';
import './models/models.css';
import { followAppearance } from '../chrome/appearance.ts';
import { chromeOptionsHost } from './host.ts';
import { SettingsPage } from './settings-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html must have an element #root.');
followAppearance();
createRoot(root).render(<SettingsPage host={chromeOptionsHost} />);
