import { mergeLabels, USER_LABELS, type AgentCard } from '../../agent/frames/frames.ts';
import type { Tool } from '../../agent/tool-calls/index.ts';
import { getCardLabels, quoteRouting } from '../agent-tool.ts';
import { listAgentCards } from '../cards.ts';
import type { Extension } from '../manifest/extension-tools.ts';
import { FIELD_DOCS, type AboutField } from '../manifest/field-docs.ts';
import { createDefinition, LOCAL_READ } from '../../toolbox/definition.ts';

export const createCapabilitiesTool = (extensions: () => readonly Extension[]): Tool => ({
  definition: createDefinition({
    name: 'list_capabilities',
    title: 'See what agents can be made of',
    description: 'Say which tools and agents there are, and what each field of an agent’s manifest holds.',
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: 5000,
  run(_args, { state }) {
    const all = extensions();
    const cards = listAgentCards(state());
    return {
      name: 'capabilities',
      payload: 'text',
      message: 'There are {extensions} extensions and {agents} agents.',
      metadata: { extensions: all.length, agents: cards.length },
      objects: [],
      content: [{ type: 'text', text: renderCatalogue(all, cards) }],
      labels: mergeLabels(USER_LABELS, ...cards.map(getCardLabels)),
    };
  },
});

function renderCatalogue(extensions: readonly Extension[], cards: readonly AgentCard[]): string {
  return [
    '## Extensions, each with its tools',
    ...extensions.flatMap(({ id, description, tools }) => [`- ${id}: ${description}`, ...tools.map(formatToolLine)]),
    '## Agents',
    ...cards.map((card) => `- ${card.id} (${card.mode}): ${quoteRouting(card).trim().replaceAll('\n', ' ')}`),
    '## Models',
    '- main, fast, vision: the person’s, by what they are for',
    '## Fields of a manifest',
    ...FIELD_DOCS.map(formatFieldLine),
  ].join('\n');
}

const formatToolLine = ({ definition: { name, description } }: Tool): string => `  - ${name}: ${description}`;

function formatFieldLine({ path, means, wants, required, otherwise }: AboutField): string {
  const need = required ? 'required' : otherwise === undefined ? 'optional' : `optional, ${JSON.stringify(otherwise)}`;
  return `- ${path} (${need}): ${means}. Write ${wants}.`;
}
