/** What the panel at rest does not need, each in a script of its own. */
import { createLazyPart } from './parts/lazy-part.ts';

/** Loaded before the model holds a run: so code that has one may use it. */
export const runPart = createLazyPart(() => import('./run/run.ts'));
/** What shows errors, and pages that cannot be read. */
export const troublePart = createLazyPart(() => import('./run/trouble.ts'));
export const historyPart = createLazyPart(() => import('./history/history-view.tsx'));
export const agentsPart = createLazyPart(() => import('./agents/agents-view.tsx'));
export const connectPart = createLazyPart(() => import('./start/connection.tsx'));
export const tabPickerPart = createLazyPart(() => import('./composer/tab-picker.tsx'));
export const attachmentsPart = createLazyPart(() => import('./composer/attachments.tsx'));
export const webPart = createLazyPart(() => import('./research/web-note.tsx'));
export const unreadPart = createLazyPart(() => import('./composer/unread-note.tsx'));
export const serverPart = createLazyPart(() => import('./servers/server-sheet.tsx'));
export const pageToolsPart = createLazyPart(() => import('./servers/page-tools-sheet.tsx'));
/** Loaded with the first press. */
export const aloudPart = createLazyPart(() => import('./aloud/aloud.ts'));
export const translatePart = createLazyPart(() => import('./composer/translate-sheet.tsx'));
