/** What a person said to what they were asked, for the fold. The one rule: it counts only while it is asked. */
import { callLine } from '../base/one-line.ts';
import type { AgentControlFrame, AskUserFrame } from './frames.ts';
import { answers, type AgentState } from './session.ts';
import { withCall } from './turns.ts';

type Answer = Extract<AgentControlFrame, { control: 'answer' | 'approve' | 'decline' | 'outcome' }>;

/** The state after a person's word; one that answers nothing that was asked changes nothing. */
export function answered(state: AgentState, frame: Answer): Partial<AgentState> {
  const asked = state.asks.find((open) => answers(open, frame.control, frame));
  if (!asked) return {};
  const asks = state.asks.filter((open) => open !== asked);
  const about = asked.call ? callLine(asked.call.tool, asked.call.args) : asked.text;
  const words = state.words.with({ form: asked.form, about, word: wordOf(frame) });
  return { words, ...meant(state, frame, asks, asked) };
}

function wordOf(frame: Answer): string {
  if (frame.control === 'answer') return frame.text;
  if (frame.control === 'outcome') return frame.happened ? 'It happened' : 'It did not happen';
  return frame.control === 'approve' ? 'Agreed to' : 'Declined';
}

function meant(state: AgentState, frame: Answer, asks: AgentState['asks'], asked: AskUserFrame): Partial<AgentState> {
  switch (frame.control) {
    case 'answer':
      return {
        asks,
        turn: state.turn?.question
          ? { ...state.turn, question: { ...state.turn.question, answer: frame.text } }
          : state.turn,
      };
    case 'approve':
      return {
        asks,
        turn: withCall(state.turn, frame.ask, { status: 'approved', approved: frame.hash }),
        spec: state.spec && frame.always ? { ...state.spec, grants: [...state.spec.grants, frame.always] } : state.spec,
      };
    case 'decline':
      return { asks, turn: withCall(state.turn, frame.ask, { status: 'declined' }) };
    case 'outcome':
      return {
        asks,
        turn: withCall(state.turn, frame.ask, {
          status: frame.happened ? 'happened' : 'approved',
          approved: asked.call?.hash ?? null,
        }),
      };
  }
}
