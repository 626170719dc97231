/** What the agent may use comes first: that is what the user agrees to. */
import { t } from '../strings/strings.ts';
import { Facts } from '../parts/fine-print.tsx';
import type { Args } from '../../lib/agent/frames/decision.ts';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { ExactText } from '../asks/exact-text.tsx';
import { findToolTitle } from '../strings/tools.ts';

export function AgentProposal({ proposal }: { readonly proposal: Proposal }) {
  const { id, name, version, description, routing, mode, model, instructions, tools, agents, limits } = proposal;
  const words = t.agents.proposal;
  return (
    <div className="stack proposal">
      <p className="host">
        <ExactText text={name} />
      </p>
      <p className="fine">
        <code className="exact">{id}</code> {version !== '' && t.agents.one.version(version)}
      </p>
      <p>
        <ExactText text={description} />
      </p>
      {proposal.replace && <p className="warn">{words.replacesId(id)}</p>}
      {!proposal.enabled && <p>{words.off}</p>}
      <dl className="facts">
        <dt>{words.tools}</dt>
        {tools.length === 0 && <dd>{t.agents.one.noTools}</dd>}
        {tools.map(({ name: tool, title }) => (
          <dd key={tool}>
            {title} <code className="exact">{tool}</code>
          </dd>
        ))}
        {agents.length > 0 && (
          <>
            <dt>{t.agents.one.calls}</dt>
            {agents.map((agent) => (
              <dd key={agent}>
                <code className="exact">{agent}</code>
              </dd>
            ))}
          </>
        )}
        <dt>{words.how}</dt>
        <dd>{words.mode[mode]}</dd>
        <dt>{t.agents.one.model}</dt>
        <dd>{model === '' ? t.agents.one.models['main'] : (t.agents.one.models[model] ?? model)}</dd>
        <dt>{t.agents.one.limits}</dt>
        <dd>
          <Facts
            facts={limits.length < 3 ? [...limits, limits.length === 0 ? words.usual : words.usualRest] : limits}
          />
        </dd>
        <dt>{t.agents.one.routing}</dt>
        <dd>
          <ExactText text={routing} />
        </dd>
      </dl>
      <details className="folded" open>
        <summary>{instructions === '' ? words.noInstructions : words.instructions(instructions.length)}</summary>
        <p>
          <ExactText text={instructions} />
        </p>
      </details>
      <details className="folded">
        <summary>{words.whole}</summary>
        <pre className="manifest sunken">
          <code>{proposal.whole}</code>
        </pre>
      </details>
    </div>
  );
}

interface ProposedUse {
  readonly name: string;
  /** '' if it is no tool of the product, so perhaps another agent's id. */
  readonly title: string;
}

interface Proposal {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly routing: string;
  readonly mode: 'tool' | 'handoff';
  /** '' if not given. */
  readonly model: string;
  readonly instructions: string;
  readonly tools: readonly ProposedUse[];
  /** Names in `uses_tools` that are no tools: agents that it would call. */
  readonly agents: readonly string[];
  readonly limits: readonly string[];
  readonly replace: boolean;
  /** A disabled agent is saved but not called. */
  readonly enabled: boolean;
  readonly whole: string;
}

type Group = Readonly<Record<string, unknown>>;

/** Null if the arguments are not such a manifest; they are then shown like those of any call. */
export function parseProposal(args: Args): Proposal | null {
  const manifest = getGroup(args, 'manifest');
  const agent = manifest && getGroup(manifest, 'agent');
  if (!manifest || !agent) return null;
  const mode = agent['integration_mode'];
  const uses = agent['uses_tools'] ?? [];
  const texts = [manifest['id'], manifest['name'], manifest['description'], manifest['natural_language_description']];
  const isDrawn =
    texts.every((text) => typeof text === 'string') &&
    (mode === 'tool' || mode === 'handoff') &&
    Array.isArray(uses) &&
    uses.every((use) => typeof use === 'string');
  if (!isDrawn) return null;
  const namedUses = uses.map((name: string) => ({ name: escapeInvisible(name), title: getUseTitle(name) }));
  return {
    id: escapeInvisible(getString(manifest, 'id')),
    name: getString(manifest, 'name'),
    version: escapeInvisible(getString(manifest, 'version')),
    description: getString(manifest, 'description'),
    routing: getString(manifest, 'natural_language_description'),
    mode,
    model: escapeInvisible(getString(agent, 'model')),
    instructions: getString(agent, 'instructions'),
    tools: namedUses.filter(({ title }) => title !== ''),
    agents: namedUses.filter(({ title }) => title === '').map(({ name }) => name),
    limits: formatLimits(getGroup(agent, 'limits') ?? {}),
    replace: args['replace'] === true,
    enabled: manifest['enabled'] !== false,
    whole: JSON.stringify(args, null, 2).split('\n').map(escapeInvisible).join('\n'),
  };
}

function getGroup(group: Group, name: string): Group | null {
  const value = Object.hasOwn(group, name) ? group[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Group) : null;
}

const getString = (group: Group, name: string): string => {
  const value = Object.hasOwn(group, name) ? group[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** '' if the name is unknown. */
function getUseTitle(name: string): string {
  const { extensions } = t.agents;
  return Object.hasOwn(extensions, name) ? (extensions[name] ?? '') : (findToolTitle(name) ?? '');
}

/** An omitted limit has its default. */
function formatLimits(limits: Group): readonly string[] {
  const { turns, tokens, time } = t.agents.figures;
  const formatLimit = (name: string, formatValue: (value: number) => string): readonly string[] => {
    const value = Object.hasOwn(limits, name) ? limits[name] : undefined;
    return typeof value === 'number' ? [formatValue(value)] : [];
  };
  return [
    ...formatLimit('max_turns', turns),
    ...formatLimit('max_tokens_per_invocation', tokens),
    ...formatLimit('time_budget_ms', time),
  ];
}
