/** One agent: what it does, what it may use, how far it may go, what it took so far, and what can be done with it. */
import { useState, type ReactNode } from 'react';
import { exactly, legible } from '../../lib/base/visible.ts';
import type { AgentEntry, Use } from '../../lib/protocol/agents.ts';
import { AgentActions } from '../parts/agent-actions.tsx';
import { Attempt } from '../parts/attempt.tsx';
import { Faults } from '../parts/faults.tsx';
import { Facts } from '../parts/fine-print.tsx';
import { Switch } from '../parts/switch.tsx';
import { loadManifestCheck } from '../manifest-check.ts';
import { usePanel } from '../panel-context.ts';
import { shownName } from '../at-work.ts';
import { t } from '../strings.ts';

export function AgentPage({ agent }: { readonly agent: AgentEntry }) {
  const { panel } = usePanel();
  const { id, description, mode, version, source, replaces, enabled, faults, uses, manifest } = agent;
  const origin = source === 'built-in' ? t.agents.list.builtIn : replaces ? t.agents.list.yours : t.agents.list.own;
  return (
    <>
      <div className="agent-head">
        <div>
          <p dir="auto">{legible(description)}</p>
          <p className="fine">
            <Facts facts={[origin, t.agents.list.mode[mode], t.agents.one.version(legible(version))]} />
          </p>
        </div>
        <Switch
          label={t.agents.list.on(shownName(agent.name))}
          on={enabled}
          change={(on) => void panel.agents.enable(id, on)}
        />
      </div>
      {faults.length > 0 && (
        <section className="card trouble" aria-label={t.agents.one.faults}>
          <h2>{t.agents.one.faults}</h2>
          <Faults faults={faults} go={null} />
        </section>
      )}
      <Attempt agent={agent} />
      <dl className="card facts">
        <Tools uses={uses} />
        <dt>{t.agents.one.model}</dt>
        <dd>
          <Facts facts={modelWords(manifest.agent)} />
        </dd>
        <dt>{t.agents.one.limits}</dt>
        <dd>
          <Facts facts={limitWords(manifest.agent.limits)} />
        </dd>
        {manifest.depends_on.length > 0 && (
          <>
            <dt>{t.agents.one.dependsOn}</dt>
            <dd>{manifest.depends_on.map(exactly).join(', ')}</dd>
          </>
        )}
        <dt>{t.agents.one.spend}</dt>
        <dd>
          <Spend spend={agent.spend} />
        </dd>
        <dt>{t.agents.one.routing}</dt>
        <dd dir="auto">{legible(manifest.natural_language_description)}</dd>
      </dl>
      <Folded title={t.agents.one.instructions}>
        <p className="said" dir="auto">
          {legible(manifest.agent.instructions)}
        </p>
      </Folded>
      <Manifest key={agent.text + JSON.stringify(agent.manifest)} agent={agent} />
      <AgentActions agent={agent} />
    </>
  );
}

function Tools({ uses }: { readonly uses: readonly Use[] }) {
  const { kinds } = t.agents.one;
  return (
    <>
      <dt>{t.agents.one.tools}</dt>
      {uses.length === 0 && <dd>{t.agents.one.noTools}</dd>}
      {uses.map(({ name, title, kind }) => (
        <dd key={name} data-kind={kind}>
          {kind === 'missing' ? <code>{exactly(name)}</code> : wordsOf(name, title, kind)}
          {kinds[kind] !== '' && <span className={kind === 'missing' ? 'fine warn' : 'fine'}> {kinds[kind]}</span>}
        </dd>
      ))}
    </>
  );
}

/** A group of tools says what an agent can do with it. */
const wordsOf = (name: string, title: string, kind: Use['kind']): string =>
  kind === 'extension' ? (t.agents.extensions[name] ?? legible(title)) : legible(title);

function modelWords({ model, parameters }: AgentEntry['manifest']['agent']): readonly string[] {
  const { models, temperature, output } = t.agents.one;
  return [
    models[model] ?? exactly(model),
    parameters.temperature === undefined ? '' : temperature(parameters.temperature),
    parameters.max_output_tokens === undefined ? '' : output(parameters.max_output_tokens),
  ];
}

function limitWords({
  max_turns,
  max_tokens_per_invocation,
  time_budget_ms,
}: AgentEntry['manifest']['agent']['limits']): readonly string[] {
  const { turns, tokens, time } = t.agents.figures;
  return [turns(max_turns), tokens(max_tokens_per_invocation), time(time_budget_ms)];
}

function Spend({ spend: { invocations, input, output, cost } }: Pick<AgentEntry, 'spend'>) {
  if (invocations === 0) return t.agents.one.never;
  return <Facts facts={t.agents.one.spent(invocations, input + output, cost)} />;
}

function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="folded">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** As the person wrote it; of others as it would be written, once somebody wants to see it. */
function Manifest({ agent: { text, manifest } }: { readonly agent: AgentEntry }) {
  const [written, setWritten] = useState(text);
  const show = (): void => {
    if (written !== '') return;
    loadManifestCheck().then(
      ({ write }) => setWritten(write(manifest)),
      () => setWritten(JSON.stringify(manifest, null, 2)),
    );
  };
  return (
    <details className="folded" onToggle={show}>
      <summary>{t.agents.one.manifest}</summary>
      <pre className="manifest">
        <code>{legible(written)}</code>
      </pre>
    </details>
  );
}
