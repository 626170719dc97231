import type { Citation } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/store/run-state.ts';
import { ReadAloud } from '../aloud/read-aloud.tsx';
import { CopyAnswerButton } from './copy-answer.tsx';

interface CopyAndReadProps {
  /** '' for none. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly state: AgentState;
}

/** What can be done with any answer, also one that nothing more is asked about. */
export function CopyAndRead(props: CopyAndReadProps) {
  if (props.text === '') return null;
  return (
    <>
      <CopyAnswerButton {...props} />
      <ReadAloud />
    </>
  );
}
