/** The agents of the worlds of leaks: built in, and of the user with secrets in their words and servers of their own. */
import type { AgentManifest } from '../../../src/lib/agent/frames/frames.ts';
import { BUILT_IN } from '../../../src/lib/agents/built-in/index.ts';
import { toAgentCard } from '../../../src/lib/agents/loader.ts';
import { secretOf } from './leaking-model.ts';
import { manifestOf } from '../agents/played-agents.ts';
import { modelTermsOf } from '../runs/world.ts';

export const KEPT = manifestOf({
  id: 'kept',
  uses: ['web', 'page', 'read_page', 'toolbox', 'vault__read'],
  natural_language_description: `Use it for tides. ${secretOf('agent')}`,
});
const ELSEWHERE = manifestOf({
  id: 'elsewhere',
  model: 'else:where',
  uses: ['page', 'pictures', 'web', 'kept', 'vault'],
});
const DESK = manifestOf({ id: 'desk', uses: ['web', 'read_file'] });
const ENVOY = manifestOf({ id: 'envoy', uses: ['web', 'read_file', 'elsewhere'] });
const MANIFESTS = [...BUILT_IN.filter(({ id }) => id !== 'tutor'), DESK, ENVOY, KEPT, ELSEWHERE];
const OWN: readonly AgentManifest[] = [KEPT, ELSEWHERE];
export const CARDS = MANIFESTS.map((manifest) =>
  toAgentCard(manifest, OWN.includes(manifest) ? 'own' : 'built-in', `manifest of ${manifest.id}`),
);
export const MANIFEST_TEXTS = new Map(
  MANIFESTS.map((manifest) => [`manifest of ${manifest.id}`, JSON.stringify(manifest)]),
);
export const OTHER_MODEL = modelTermsOf({
  id: 'else:where',
  config: {
    ...modelTermsOf().config,
    id: 'else:where',
    provider: 'openai-compatible',
    endpoint: 'https://else.example/v1',
  },
});
