import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import type { ManifestFault } from '../../lib/protocol/requests/agents.ts';
import { t } from '../strings/strings.ts';

interface FaultsProps {
  readonly faults: readonly ManifestFault[];
  /** Null if the text is not shown. */
  readonly go: ((line: number) => void) | null;
}

/** Quoted manifest text is shown as plain text. */
export function Faults({ faults, go }: FaultsProps) {
  return (
    <ul className="stack faults">
      {faults.map((fault, index) => (
        <li key={index} className="small">
          <Place fault={fault} go={go} />
          <p dir="auto">
            {formatSentence(fault)} <span className="muted hint">{toLegibleText(fault.hint)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Place({ fault: { path, line }, go }: { readonly fault: ManifestFault } & Pick<FaultsProps, 'go'>) {
  const where = path === '' ? t.agents.editor.whole : toLegibleText(path);
  if (go === null || line === undefined) return <code>{where}</code>;
  return (
    <button type="button" className="quiet edged place" onClick={() => go(line)}>
      <code>{where}</code> {t.agents.editor.line(line)}
    </button>
  );
}

function formatSentence({ problem }: ManifestFault): string {
  const words = toLegibleText(problem);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}

/** At the field itself. */
export const formatProblem = (fault: ManifestFault): string =>
  /^is (?:empty|missing)$/.test(fault.problem)
    ? t.agents.editor.required
    : `${formatSentence(fault)} ${toLegibleText(fault.hint)}`;

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly change: (on: boolean) => void;
}

/** A checkbox, for keyboard and screen readers. */
export function Switch({ label, on, change }: SwitchProps) {
  return (
    <label className="row tight gap-1 fine" title={label}>
      <span aria-hidden="true">{t.agents.list.state(on)}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={on}
        onChange={({ target }) => change(target.checked)}
      />
    </label>
  );
}
