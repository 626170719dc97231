/** Which model took which one's place, and why: while the run goes on, and with the answer that it wrote. */
import { legible } from '../../lib/base/visible.ts';
import { isOver, type AgentState } from '../../lib/agent/state.ts';
import { t } from '../strings.ts';

export function TakenOver({ state }: { readonly state: AgentState }) {
  const { switches, answer, status } = state;
  // who read the parts of a page is told in the steps; who answers is told with the answer
  const last = switches.findLast(({ role }) => role === 'main' || !isOver(status));
  if (last === undefined) return null;
  const [to, from] = [legible(last.to.label), legible(last.from.label)];
  const whole = status === 'done' && answer?.partial === false;
  return (
    <p className="note taken-over">
      {whole ? t.takenOver.wrote(to, from) : t.takenOver.goesOn(to, from)} {legible(last.reason)}
    </p>
  );
}
