import { useState, useId } from 'react';
import { escapeInvisible, toLegibleText } from '../../lib/base/escape-invisible.ts';
import type { AgentEntry, ToolReference } from '../../lib/protocol/requests/agents.ts';
import { AgentActions } from './agent-actions.tsx';
import { Faults, Switch } from './agent-parts.tsx';
import { Facts } from '../parts/fine-print.tsx';
import { loadManifestCheck } from './manifest-check.ts';
import { usePanel, useModel } from '../panel-context.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import { t } from '../strings/strings.ts';
import type { PanelModel } from '../panel-model.ts';
import { isBusy } from '../run/stage.ts';
import { isTooLong, MessageField } from '../parts/message-field.tsx';
import { ModelNote, useHasModel } from '../parts/connect-model.tsx';
import { Form } from '../parts/submit-form.tsx';

export function AgentPage({ agent }: { readonly agent: AgentEntry }) {
  const { panel } = usePanel();
  const { id, description, mode, version, source, replaces, enabled, faults, uses, manifest } = agent;
  const origin = source === 'built-in' ? t.agents.list.builtIn : replaces ? t.agents.list.yours : t.agents.list.own;
  return (
    <>
      <div className="row between top">
        <div>
          <p dir="auto">{toLegibleText(description)}</p>
          <p className="fine">{t.agents.list.mode[mode]}</p>
          <p className="fine">
            <Facts facts={[origin, t.agents.one.version(toLegibleText(version))]} />
          </p>
        </div>
        <Switch
          label={t.agents.list.on(formatAgentName(agent.name))}
          on={enabled}
          change={(on) => void panel.agents.enable(id, on)}
        />
      </div>
      {faults.length > 0 && (
        <section className="card stack error" aria-label={t.agents.one.faults}>
          <h2>{t.agents.one.faults}</h2>
          <Faults faults={faults} go={null} />
        </section>
      )}
      <TryOutForm agent={agent} />
      <dl className="card facts">
        <Tools uses={uses} />
        <dt>{t.agents.one.model}</dt>
        <dd>
          <Facts facts={formatModel(manifest.agent)} />
        </dd>
        <dt>{t.agents.one.limits}</dt>
        <dd>
          <Facts facts={formatLimits(manifest.agent.limits)} />
        </dd>
        {manifest.depends_on.length > 0 && (
          <>
            <dt>{t.agents.one.dependsOn}</dt>
            <dd>{manifest.depends_on.map(escapeInvisible).join(', ')}</dd>
          </>
        )}
        <dt>{t.agents.one.spend}</dt>
        <dd>
          <Spend spend={agent.spend} />
        </dd>
      </dl>
      <details className="folded">
        <summary>{t.agents.one.instructions}</summary>
        <p className="said small sunken" dir="auto">
          {toLegibleText(manifest.natural_language_description)}
        </p>
        <p className="said small sunken" dir="auto">
          {toLegibleText(manifest.agent.instructions)}
        </p>
      </details>
      <Manifest key={agent.text + JSON.stringify(agent.manifest)} agent={agent} />
      <AgentActions agent={agent} />
    </>
  );
}

function Tools({ uses }: { readonly uses: readonly ToolReference[] }) {
  const { kinds } = t.agents.one;
  return (
    <>
      <dt>{t.agents.one.tools}</dt>
      {uses.length === 0 && <dd>{t.agents.one.noTools}</dd>}
      {uses.map(({ name, title, kind }) => (
        <dd key={name}>
          {isMissing(kind) ? <code>{escapeInvisible(name)}</code> : formatTool(name, title, kind)}
          {kinds[kind] !== '' && <span className={isMissing(kind) ? 'fine warn' : 'fine'}> {kinds[kind]}</span>}
        </dd>
      ))}
    </>
  );
}

const isMissing = (kind: ToolReference['kind']): boolean => kind === 'missing' || kind === 'off';

const formatTool = (name: string, title: string, kind: ToolReference['kind']): string =>
  kind === 'extension' ? (t.agents.extensions[name] ?? toLegibleText(title)) : toLegibleText(title);

function formatModel({ model, parameters }: AgentEntry['manifest']['agent']): readonly string[] {
  const { models, temperature, output } = t.agents.one;
  return [
    models[model] ?? escapeInvisible(model),
    parameters.temperature === undefined ? '' : temperature(parameters.temperature),
    parameters.max_output_tokens === undefined ? '' : output(parameters.max_output_tokens),
  ];
}

function formatLimits({
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

/** Generated when opened, unless it is the user's own text. */
function Manifest({ agent: { text, manifest } }: { readonly agent: AgentEntry }) {
  const [manifestText, setWritten] = useState(text);
  const loadText = (): void => {
    if (manifestText !== '') return;
    loadManifestCheck().then(
      ({ write }) => setWritten(write(manifest)),
      () => setWritten(JSON.stringify(manifest, null, 2)),
    );
  };
  return (
    <details className="folded" onToggle={loadText}>
      <summary>{t.agents.one.manifest}</summary>
      <pre className="manifest sunken">
        <code>{toLegibleText(manifestText)}</code>
      </pre>
    </details>
  );
}

/** '' if it can be tried. */
function findObstacle(model: PanelModel, { enabled, faults }: AgentEntry): string {
  if (!enabled || faults.length > 0) return t.agents.attempt.off;
  if (model.tab === null) return t.agents.attempt.noTab;
  return isBusy(model) ? t.agents.attempt.busy : '';
}

function TryOutForm({ agent }: { readonly agent: AgentEntry }) {
  const { panel } = usePanel();
  const obstacle = useModel((model) => findObstacle(model, agent));
  const task = useModel(({ agents }) => agents.goals.get(agent.id) ?? '');
  const hasModel = useHasModel();
  const note = useId();
  const { mode } = agent;
  const words = t.agents.attempt;
  const title = mode === 'tool' ? words.title.tool : words.title.handoff(formatAgentName(agent.name));
  const closed = obstacle !== '';
  const send = (): void => {
    const goal = task.trim();
    if (goal !== '' && !closed && !isTooLong(goal)) void panel.agents.tryOut(agent, goal);
  };
  return (
    <Form className="card stack fit ask attempt" aria-label={title} submit={send}>
      <h3>{title}</h3>
      <MessageField
        ref={null}
        value={task}
        onText={(text) => panel.agents.setGoal(agent.id, text)}
        send={send}
        aria-label={words.label[mode]}
        aria-describedby={note}
        placeholder={closed ? obstacle : words.placeholder[mode]}
        readOnly={closed}
        aria-disabled={closed}
      />
      <button type="submit" className="button accent" aria-disabled={closed || task.trim() === ''}>
        {words.send[mode]}
      </button>
      {hasModel ? (
        <p id={note} className="fine">
          {closed ? obstacle : words.where}
        </p>
      ) : (
        <ModelNote id={note} text={t.agents.ask.needModel} />
      )}
    </Form>
  );
}
