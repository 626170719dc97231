import type { Citation } from '../../lib/agent/frames/frames.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { ReadAloud } from '../aloud/read-aloud.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { t } from '../strings/strings.ts';

interface CopyAndReadProps extends CopyAnswerProps {
  /** Which answer, in any tab. */
  readonly of: string;
}

interface CopyAnswerProps {
  /** '' for none. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly state: AgentState;
}

/** What can be done with any answer, also one that nothing more is asked about. */
export function CopyAndRead({ of, ...props }: CopyAndReadProps) {
  if (props.text === '') return null;
  return (
    <>
      <CopyAnswerButton {...props} />
      <ReadAloud of={of} />
    </>
  );
}

/** Copies Markdown, with its formatting for programs that take that. */
function CopyAnswerButton({ text, citations, state }: CopyAnswerProps) {
  const { host } = usePanel();
  const [outcome, press] = useCopy(async () => {
    const { formatCopyInSlices } = await import('./format-copy.ts');
    const { markdown, html } = await formatCopyInSlices(text, citations, state);
    await host.copyRich(markdown, html);
  });
  const label = outcome === 'copied' ? t.copied : t.copy;
  return (
    <>
      <QuietButton look="round" aria-label={label} title={label} onClick={press}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      </QuietButton>
      <span className={outcome === 'failed' ? 'fine' : 'unseen'} aria-live="polite">
        {outcome === 'copied' && t.copiedSaid}
        {outcome === 'failed' && t.copyFailed}
      </span>
    </>
  );
}
