/** What the agent may use comes first: that is what the user agrees to. */
import type { Proposal } from './proposal.ts';
import { t } from '../strings/strings.ts';
import { Facts } from '../parts/fine-print.tsx';

export function AgentProposal({ proposal }: { readonly proposal: Proposal }) {
  const { id, name, version, description, routing, mode, model, instructions, tools, agents, limits } = proposal;
  const words = t.agents.proposal;
  return (
    <div className="proposal">
      <p className="host">{name}</p>
      <p className="fine">
        <code className="exact">{id}</code> {version !== '' && t.agents.one.version(version)}
      </p>
      <p dir="auto">{description}</p>
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
        <dd dir="auto">{routing}</dd>
      </dl>
      <details className="folded">
        <summary>{instructions === '' ? words.noInstructions : words.instructions(instructions.length)}</summary>
        <p className="said" dir="auto">
          {instructions}
        </p>
      </details>
      <details className="folded">
        <summary>{words.whole}</summary>
        <pre className="manifest">
          <code>{proposal.whole}</code>
        </pre>
      </details>
    </div>
  );
}
