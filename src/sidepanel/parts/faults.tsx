/** What is wrong with a manifest, each with its place and its cure. Words of the text in it are text. */
import { legible } from '../../lib/base/visible.ts';
import type { Fault } from '../../lib/protocol/agents.ts';
import { t } from '../strings.ts';

interface FaultsProps {
  readonly faults: readonly Fault[];
  /** Goes to where a fault is; null where there is no text to go to. */
  readonly go: ((line: number) => void) | null;
}

export function Faults({ faults, go }: FaultsProps) {
  return (
    <ul className="faults">
      {faults.map((fault, index) => (
        <li key={index}>
          <Place fault={fault} go={go} />
          <p dir="auto">
            {sentence(fault)} <span className="cure">{legible(fault.cure)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Place({ fault: { path, line }, go }: { readonly fault: Fault } & Pick<FaultsProps, 'go'>) {
  const where = path === '' ? t.agents.editor.whole : legible(path);
  if (go === null || line === undefined) return <code>{where}</code>;
  return (
    <button type="button" className="quiet edged place" onClick={() => go(line)}>
      <code>{where}</code> {t.agents.editor.line(line)}
    </button>
  );
}

/** `Is missing.` for `is missing`: the place stands before it. */
function sentence({ problem }: Fault): string {
  const words = legible(problem);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}
