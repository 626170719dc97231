import { isolateLine } from '../../lib/base/one-line.ts';
import type { UserError } from '../../lib/base/errors.ts';
import type { ModelBinding } from '../../lib/agent/frames/frames.ts';
import { findFallback } from '../../lib/agent/state/model-roles.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { isOver } from '../../lib/agent/state/run-status.ts';
import { t } from '../strings/strings.ts';

/** Errors about the request, not about the model's availability. */
const REQUEST_ERRORS: readonly string[] = [
  'model.too-large',
  'model.too-long',
  'model.nothing-to-summarise',
  'model.output-too-small',
];

/** In characters. */
const MAX_REASON = 600;

export function isUnavailable({ code }: UserError): boolean {
  return /^(?:model|key)\./.test(code) && !REQUEST_ERRORS.includes(code);
}

export function Unavailable({ state }: { readonly state: AgentState }) {
  const { spec, status, objects } = state;
  const { wait, error, switches } = state.request;
  const unavailable = findFailedModel(state) ?? spec?.models.main;
  if (!spec || !unavailable || unavailable.config.provider === 'extractive') return null; // the engine is always there
  const label = isolateLine(unavailable.label);
  if (status === 'failed') {
    return error !== null && isUnavailable(error) ? (
      <p className="fine unavailable">{t.unavailable.failed(label)}</p>
    ) : null;
  }
  if (wait === null || wait.reason === 'user') return null;
  const fallback = findFallback(unavailable.id, spec.models, switches);
  return (
    <p className="note unavailable">
      {fallback === null ? t.unavailable.waiting(label) : t.unavailable.fallback(label, isolateLine(fallback.label))}{' '}
      {objects.length > 0 && t.foundKept}
    </p>
  );
}

/** In a run with several models, not always the main one. */
function findFailedModel({ request: { modelCalls: effects } }: AgentState): ModelBinding | null {
  return Array.from(effects.values()).findLast(({ failure }) => failure !== null)?.binding ?? null;
}

export function ModelSwitchNote({ state }: { readonly state: AgentState }) {
  const { status } = state;
  const { switches, answer } = state.request;
  // a switch for parts of a page is shown in the steps; one for the answer is shown here too
  const last = switches.findLast(({ role }) => role === 'main' || !isOver(status));
  if (last === undefined) return null;
  const [to, from] = [isolateLine(last.to.label), isolateLine(last.from.label)];
  const isComplete = status === 'done' && answer?.partial === false;
  return (
    <p className="note taken-over">
      {isComplete ? t.modelSwitch.wrote(to, from) : t.modelSwitch.goesOn(to, from)}{' '}
      {isolateLine(last.reason, MAX_REASON)}
    </p>
  );
}
