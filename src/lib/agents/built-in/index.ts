/** Built-in agents in display order: ordinary manifests, checked at build time, without extra rights. */
import { deepFreeze } from '../../base/freeze.ts';
import type { AgentManifest } from '../../agent/frames/manifest.ts';
import { manifests } from './compiled/manifests.js';

const DISPLAY_ORDER = ['web-researcher', 'long-document-reader', 'visual-reader', 'tutor', 'builder'];

export const BUILT_IN: readonly AgentManifest[] = deepFreeze(
  [...manifests].sort((a, b) => DISPLAY_ORDER.indexOf(a.id) - DISPLAY_ORDER.indexOf(b.id)),
);
