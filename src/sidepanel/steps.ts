/** What a run did, for a person to read: its frames folded into a list. Pure, and total over any frames. */
import type { Frame, ModelCallFrame, ModelReplyFrame, UsageFrame } from '../lib/agent/frames.ts';
import { t } from './strings.ts';

export interface Step {
  /** The frame it began with. */
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly state: keyof typeof t.stepStates;
}

export function stepsOf(frames: readonly Frame[]): readonly Step[] {
  const steps: Step[] = [];
  /** Where the step under a key stands in the list. */
  const at = new Map<string, number>();
  const settle = (key: string, change: (step: Step) => Partial<Step>): void => {
    const index = at.get(key);
    const step = index === undefined ? undefined : steps[index];
    if (index !== undefined && step !== undefined) steps[index] = { ...step, ...change(step) };
  };
  const begin = (key: string, step: Step): void => void at.set(key, steps.push(step) - 1);

  for (const frame of frames) {
    switch (frame.kind) {
      case 'tool.call':
        begin(frame.key, { id: frame.id, label: toolName(frame.tool), detail: '', state: 'running' });
        break;
      case 'tool.result':
        settle(frame.key, () => ({
          state: frame.isError ? 'failed' : 'done',
          detail: join(frame.isError ? (frame.trouble?.message ?? frame.message) : frame.message, t.took(frame.ms)),
        }));
        break;
      case 'model.call':
        begin(frame.key, { id: frame.id, label: callName(frame), detail: '', state: 'running' });
        break;
      case 'model.reply':
        settle(frame.key, () => ({
          state: outcome(frame.finish),
          detail: join(frame.failure?.message ?? '', frame.ms > 0 ? t.took(frame.ms) : ''),
        }));
        break;
      case 'usage':
        settle(frame.key, (step) => ({ detail: join(step.detail, spent(frame)) }));
        break;
      case 'wait':
        steps.push({ id: frame.id, label: t.stepNames.waited, detail: frame.message, state: 'info' });
        break;
      case 'control':
        steps.push({ id: frame.id, label: controlName(frame.control), detail: limitNote(frame), state: 'info' });
        break;
      case 'error':
        steps.push({ id: frame.id, label: t.stepNames.failed, detail: frame.trouble.message, state: 'failed' });
        break;
      default:
    }
  }
  return steps;
}

function toolName(tool: string): string {
  if (tool === 'read_page') return t.stepNames.read;
  return tool === 'summarize_page_content' ? t.stepNames.condense : tool;
}

function callName({ part, purpose, attempt }: ModelCallFrame): string {
  const name = purpose === 'part' && part !== null ? t.stepNames.part(part.index, part.of) : t.stepNames.answer;
  return attempt > 1 ? `${name} (${t.stepNames.attempt(attempt)})` : name;
}

function controlName(control: Extract<Frame, { kind: 'control' }>['control']): string {
  switch (control) {
    case 'cancel':
      return t.stepNames.cancelled;
    case 'resume':
      return t.stepNames.resumed;
    case 'retry':
      return t.stepNames.retried;
    case 'limit':
      return t.stepNames.limit;
  }
}

function outcome(finish: ModelReplyFrame['finish']): Step['state'] {
  if (finish === 'aborted') return 'cut';
  return finish === 'failed' ? 'failed' : 'done';
}

const limitNote = (frame: Extract<Frame, { kind: 'control' }>): string => (frame.control === 'limit' ? frame.note : '');
const spent = ({ input, output }: UsageFrame): string => t.spent(input, output);
const join = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' · ');
