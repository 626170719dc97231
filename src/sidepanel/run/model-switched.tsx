import { toLegibleText } from '../../lib/base/visible.ts';
import { isOver, type AgentState } from '../../lib/agent/store/run-state.ts';
import { t } from '../strings/strings.ts';

export function ModelSwitchNote({ state }: { readonly state: AgentState }) {
  const { status } = state;
  const { switches, answer } = state.request;
  // a switch for parts of a page is shown in the steps; one for the answer is shown here too
  const last = switches.findLast(({ role }) => role === 'main' || !isOver(status));
  if (last === undefined) return null;
  const [to, from] = [toLegibleText(last.to.label), toLegibleText(last.from.label)];
  const isComplete = status === 'done' && answer?.partial === false;
  return (
    <p className="note taken-over">
      {isComplete ? t.modelSwitch.wrote(to, from) : t.modelSwitch.goesOn(to, from)} {toLegibleText(last.reason)}
    </p>
  );
}
