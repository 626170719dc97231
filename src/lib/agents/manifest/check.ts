/**
 * Whether a value is a manifest, and what is wrong with it where it is none (R7.1). The one rule: every fault is told at once, with
 * its path and its cure, and what passes is whole: defaults filled in, nothing in it that the table below does not bound.
 */
import type { AgentLimits, AgentManifest, AgentParameters, AgentSection, Fault } from '../../agent/manifest.ts';
import { TOOL_SCHEMAS } from '../../toolbox/schemas.ts';
import { EXTENSION_IDS } from '../extension.ts';
import { strayIn } from '../instructions.ts';
import { group, optional, required, under, type Group } from './fields.ts';
import { flag, formed, list, number, oneOf, strict, text } from './reader.ts';

export type Checked =
  { readonly ok: true; readonly manifest: AgentManifest } | { readonly ok: false; readonly faults: readonly Fault[] };

export const DEFAULT_LIMITS: AgentLimits = {
  max_turns: 10,
  max_tokens_per_invocation: 50_000,
  time_budget_ms: 120_000,
};
/** What one is told whose manifest does not say it. */
export const DEFAULT_INSTRUCTIONS = 'You are {{name}}. {{description}}';

/** Longest id, in characters. */
export const MOST_ID = 40;
const MOST_USED = 40;
const MOST_NEEDED = 20;

/** Names that stand for something else than an agent. */
const TAKEN: ReadonlySet<string> = new Set([...EXTENSION_IDS, ...Object.keys(TOOL_SCHEMAS)]);

const name = formed(
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  MOST_ID,
  `a name of lower-case words with hyphens, at most ${MOST_ID} characters`,
);
const id = strict(name, (value) =>
  TAKEN.has(value)
    ? [{ problem: `is ${value}, the name of a tool or of an extension`, cure: 'Choose another id.' }]
    : [],
);
const used = formed(
  /^[a-z][a-z0-9]*(?:[-_]{1,2}[a-z0-9]+)*$/,
  100,
  'the id of an extension or of another agent, or the name of a tool',
);

const places = (): ReadonlyMap<string, string> => PLACES;

const parameters = group<AgentParameters>(
  {
    temperature: optional(number(0, 2, false)),
    max_output_tokens: optional(number(16, 32_000)),
  },
  places,
);

const limits = group<AgentLimits>(
  {
    max_turns: optional(number(1, 40), DEFAULT_LIMITS.max_turns),
    max_tokens_per_invocation: optional(number(1000, 1_000_000), DEFAULT_LIMITS.max_tokens_per_invocation),
    time_budget_ms: optional(number(5000, 3_600_000), DEFAULT_LIMITS.time_budget_ms),
  },
  places,
);

const section = group<AgentSection>(
  {
    integration_mode: required(oneOf(['tool', 'handoff'])),
    model: optional(text({ most: 200 }), 'main'),
    instructions: optional(strict(text({ most: 12_000, long: true }), strayIn), DEFAULT_INSTRUCTIONS),
    parameters: optional(parameters, {}),
    uses_tools: optional(list(used, MOST_USED), []),
    limits: optional(limits, DEFAULT_LIMITS),
  },
  places,
);

export const MANIFEST: Group<AgentManifest> = group<AgentManifest>(
  {
    id: required(id),
    name: required(text({ most: 60 })),
    version: optional(formed(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 14, 'three numbers with dots, such as 1.0.0'), '1.0.0'),
    description: required(text({ most: 500, long: true })),
    natural_language_description: required(text({ most: 2000, long: true })),
    agent: required(section),
    depends_on: optional(list(name, MOST_NEEDED), []),
    enabled: optional(flag, true),
  },
  places,
);

/** Where each field belongs, by its name alone: no two have the same. */
const PLACES: ReadonlyMap<string, string> = new Map(
  pathsOf(MANIFEST).map((path) => [path.split('.').at(-1) ?? '', path]),
);

/** The paths of all fields, in their order. */
export function pathsOf({ fields }: { readonly fields: object }, path = ''): readonly string[] {
  return Object.entries(fields as Readonly<Record<string, { readonly reader: object }>>).flatMap(
    ([name, { reader }]) => {
      const at = under(path, name);
      return 'fields' in reader ? [at, ...pathsOf(reader as Group<unknown>, at)] : [at];
    },
  );
}

/** Never throws for data: JSON, or a structured clone. */
export function checkManifest(value: unknown): Checked {
  const faults: Fault[] = [];
  const manifest = MANIFEST.read(value, '', faults);
  faults.push(...namingItself(value));
  return manifest !== undefined && faults.length === 0 ? { ok: true, manifest } : { ok: false, faults };
}

/** Told beside the other faults, so it goes by what was written. */
function namingItself(value: unknown): readonly Fault[] {
  const [own, needed] = [fieldIn(value, 'id'), fieldIn(value, 'depends_on')];
  const used = fieldIn(fieldIn(value, 'agent'), 'uses_tools');
  const lists = [
    { path: 'agent.uses_tools', names: used },
    { path: 'depends_on', names: needed },
  ];
  return lists.flatMap(({ path, names }) => {
    const at = Array.isArray(names) && typeof own === 'string' ? names.slice(0, MOST_USED).indexOf(own) : -1;
    return at < 0 ? [] : [{ path: `${path}[${at}]`, problem: 'names the agent itself', cure: 'Take it out.' }];
  });
}

const fieldIn = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Readonly<Record<string, unknown>>)[field]
    : undefined;
