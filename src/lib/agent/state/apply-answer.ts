import { formatCallLine } from '../../base/one-line.ts';
import type { AgentControlFrame, AskUserFrame } from '../frames/control-frames.ts';
import { isAnswerTo, type AgentState, type StateChanges } from './agent-state.ts';
import { updateCall } from './turn-edits.ts';

type AnswerControlFrame = Extract<AgentControlFrame, { control: 'answer' | 'approve' | 'decline' | 'outcome' }>;

/** An answer that matches no open question changes nothing. */
export function applyAnswer(state: AgentState, frame: AnswerControlFrame): StateChanges {
  const ask = state.request.asks.find((open) => isAnswerTo(open, frame.control, frame));
  if (!ask) return {};
  const asks = state.request.asks.filter((open) => open !== ask);
  if (ask.asked) {
    const answer = { asked: ask.asked, entered: frame.control === 'answer' ? frame.text : null };
    return { request: { asks }, turn: updateCall(state.turn, ask.asked.call, { answer }) };
  }
  const about = ask.call ? formatCallLine(ask.call.tool, ask.call.args) : ask.text;
  const words = state.userReplies.with({ form: ask.form, about, word: formatAnswer(frame) });
  return { userReplies: words, request: { asks }, ...buildAnswerUpdate(state, frame, ask) };
}

function formatAnswer(frame: AnswerControlFrame): string {
  if (frame.control === 'answer') return frame.text;
  if (frame.control === 'outcome') return frame.happened ? 'It happened' : 'It did not happen';
  return frame.control === 'approve' ? 'Agreed to' : 'Declined';
}

function buildAnswerUpdate(
  state: AgentState,
  frame: AnswerControlFrame,
  ask: AskUserFrame,
): Pick<StateChanges, 'turn' | 'spec'> {
  switch (frame.control) {
    case 'answer':
      return {
        turn: state.turn?.question
          ? { ...state.turn, question: { ...state.turn.question, answer: frame.text } }
          : state.turn,
      };
    case 'approve':
      return {
        turn: updateCall(state.turn, frame.ask, { status: 'approved', approved: frame.hash }),
        spec: state.spec && frame.always ? { ...state.spec, grants: [...state.spec.grants, frame.always] } : state.spec,
      };
    case 'decline':
      return { turn: updateCall(state.turn, frame.ask, { status: 'declined' }) };
    case 'outcome':
      return {
        turn: updateCall(state.turn, frame.ask, {
          status: frame.happened ? 'happened' : 'approved',
          approved: ask.call?.hash ?? null,
        }),
      };
  }
}
