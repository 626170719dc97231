/** Quoted manifest text is shown as plain text. */
import { toLegibleText } from '../../lib/base/visible.ts';
import type { ManifestFault } from '../../lib/protocol/agents.ts';
import { t } from '../strings/strings.ts';

interface FaultsProps {
  readonly faults: readonly ManifestFault[];
  /** Null if the text is not shown. */
  readonly go: ((line: number) => void) | null;
}

export function Faults({ faults, go }: FaultsProps) {
  return (
    <ul className="faults">
      {faults.map((fault, index) => (
        <li key={index}>
          <Place fault={fault} go={go} />
          <p dir="auto">
            {formatSentence(fault)} <span className="cure">{toLegibleText(fault.hint)}</span>
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
