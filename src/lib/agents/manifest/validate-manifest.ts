/** Validates a manifest (R7.1), reports all faults at once and fills in defaults. */
import type {
  AgentLimits,
  AgentManifest,
  AgentParameters,
  AgentSection,
  ManifestFault,
} from '../../agent/frames/manifest.ts';
import { RESERVED_IDS } from '../../agent/frames/reserved-ids.ts';
import { getProperty } from '../../base/loose.ts';
import { findStrayPlaceholders } from '../instructions.ts';
import { allowField, createGroup, createListReader, listFields, requireField, type Group } from './group.ts';
import {
  booleanReader,
  createPatternReader,
  createNumberReader,
  createChoiceReader,
  addChecks,
  createStringReader,
} from './reader.ts';

export type ManifestResult =
  | { readonly ok: true; readonly manifest: AgentManifest }
  | { readonly ok: false; readonly faults: readonly ManifestFault[] };

const DEFAULT_LIMITS: AgentLimits = {
  max_turns: 10,
  max_tokens_per_invocation: 50_000,
  time_budget_ms: 120_000,
};
const DEFAULT_INSTRUCTIONS = 'You are {{name}}. {{description}}';

/** In characters. */
export const MAX_ID_CHARS = 40;
const MAX_USED_TOOLS = 40;
const MAX_DEPENDENCIES = 20;

const agentIdReader = createPatternReader(
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  MAX_ID_CHARS,
  `a name of lower-case words with hyphens, at most ${MAX_ID_CHARS} characters`,
);
const freeIdReader = addChecks(agentIdReader, (value) =>
  RESERVED_IDS.has(value)
    ? [{ problem: `is ${value}, the name of a tool or of an extension`, hint: 'Choose another id.' }]
    : [],
);
const toolNameReader = createPatternReader(
  /^(?:[a-z][a-z0-9]*(?:[-_]{1,2}[a-z0-9]+)*|[a-z0-9][a-z0-9-]{0,19}(?:__[a-zA-Z0-9_-]+)?)$/,
  100,
  'the id of an extension or of another agent, the name of a tool, or that of a server of tools',
);

const getFieldPaths = (): ReadonlyMap<string, string> => FIELD_PATHS;

const parametersReader = createGroup<AgentParameters>(
  {
    temperature: allowField(createNumberReader(0, 2, false)),
    max_output_tokens: allowField(createNumberReader(16, 32_000)),
  },
  getFieldPaths,
);

const limitsReader = createGroup<AgentLimits>(
  {
    max_turns: allowField(createNumberReader(1, 40), DEFAULT_LIMITS.max_turns),
    max_tokens_per_invocation: allowField(
      createNumberReader(1000, 1_000_000),
      DEFAULT_LIMITS.max_tokens_per_invocation,
    ),
    time_budget_ms: allowField(createNumberReader(5000, 3_600_000), DEFAULT_LIMITS.time_budget_ms),
  },
  getFieldPaths,
);

const sectionReader = createGroup<AgentSection>(
  {
    integration_mode: requireField(createChoiceReader(['tool', 'handoff'])),
    model: allowField(createStringReader(200), 'main'),
    instructions: allowField(
      addChecks(createStringReader(12_000, { long: true }), findStrayPlaceholders),
      DEFAULT_INSTRUCTIONS,
    ),
    parameters: allowField(parametersReader, {}),
    uses_tools: allowField(createListReader(toolNameReader, MAX_USED_TOOLS), []),
    limits: allowField(limitsReader, DEFAULT_LIMITS),
  },
  getFieldPaths,
);

export const MANIFEST: Group<AgentManifest> = createGroup<AgentManifest>(
  {
    id: requireField(freeIdReader),
    name: requireField(createStringReader(60)),
    version: allowField(
      createPatternReader(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 14, 'three numbers with dots, such as 1.0.0'),
      '1.0.0',
    ),
    description: requireField(createStringReader(500, { long: true })),
    natural_language_description: requireField(createStringReader(2000, { long: true })),
    agent: requireField(sectionReader),
    depends_on: allowField(createListReader(agentIdReader, MAX_DEPENDENCIES), []),
    enabled: allowField(booleanReader, true),
  },
  getFieldPaths,
);

const FIELD_PATHS: ReadonlyMap<string, string> = new Map(
  listFields(MANIFEST).map(({ path }) => [path.split('.').at(-1) ?? '', path]),
);

/** Never throws for JSON or structured clones. */
export function checkManifest(value: unknown): ManifestResult {
  const faults: ManifestFault[] = [];
  const manifest = MANIFEST.read(value, '', faults);
  faults.push(...findSelfReferences(value));
  return manifest !== undefined && faults.length === 0 ? { ok: true, manifest } : { ok: false, faults };
}

/** Reads the raw value, to report this fault with all others. */
function findSelfReferences(value: unknown): readonly ManifestFault[] {
  const [ownId, needed] = [getProperty(value, 'id'), getProperty(value, 'depends_on')];
  const used = getProperty(getProperty(value, 'agent'), 'uses_tools');
  const lists = [
    { path: 'agent.uses_tools', names: used },
    { path: 'depends_on', names: needed },
  ];
  return lists.flatMap(({ path, names }) => {
    const index =
      Array.isArray(names) && typeof ownId === 'string' ? names.slice(0, MAX_USED_TOOLS).indexOf(ownId) : -1;
    return index < 0 ? [] : [{ path: `${path}[${index}]`, problem: 'names the agent itself', hint: 'Take it out.' }];
  });
}
