/**
 * The agents that come with the product, in the order in which they are shown. The one rule: each is a manifest like anybody's
 * (`*.yaml` beside this), read and checked when the product is built, and has no right that its manifest does not name.
 */
import { deepFreeze } from '../../base/freeze.ts';
import type { AgentManifest } from '../../agent/manifest.ts';
import { manifests } from './compiled/manifests.js';

const ORDER = ['web-researcher', 'long-document-reader', 'visual-reader', 'tutor', 'builder'];

export const BUILT_IN: readonly AgentManifest[] = deepFreeze(
  [...manifests].sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id)),
);
