/** What each field of a manifest means and takes, for the model that writes one. */
import { isGroup, listFields } from './group.ts';
import { MANIFEST } from './validate-manifest.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  id: 'what others name it by',
  name: 'for people',
  version: 'counts up when it changes',
  description: 'for people: what it does, in a sentence',
  natural_language_description: 'for the model that decides whether to call it: when to, what to tell it, when not to',
  'agent.integration_mode': 'tool: does a task and reports; handoff: has the conversation until it is done',
  'agent.model': 'main, fast or vision, or the id of a model that is set up; where there is none of that name, main',
  'agent.instructions': 'what its model is told; {{name}}, {{description}} and {{language}} are filled in',
  'agent.parameters.temperature': 'low for facts, high for ideas; the model’s own where it is left out',
  'agent.parameters.max_output_tokens': 'longest reply; what the model allows where it is left out',
  'agent.uses_tools':
    'all that it can use: tools, extensions and servers of tools (each stands for all its tools), and agents that it may call',
  'agent.limits.max_turns': 'decisions of one invocation',
  'agent.limits.max_tokens_per_invocation': 'input and output of one invocation, agents that it calls included',
  'agent.limits.time_budget_ms': 'milliseconds of work; waiting for the person does not count',
  depends_on: 'agents and extensions without which it cannot run',
  enabled: 'whether it can be called',
};

export interface AboutField {
  readonly path: string;
  readonly means: string;
  readonly wants: string;
  readonly required: boolean;
  /** Undefined if required or without default. */
  readonly otherwise: unknown;
}

export const FIELD_DOCS: readonly AboutField[] = listFields(MANIFEST)
  .filter(({ field }) => !isGroup(field.reader))
  .map(({ path, field }) => ({
    path,
    means: MEANINGS[path] ?? '',
    wants: field.reader.wants,
    required: field.required,
    otherwise: field.required ? undefined : field.otherwise,
  }));
