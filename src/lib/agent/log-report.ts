/**
 * A run as Markdown for a person to read. The one rule: nothing that came from a page, a model or a person can become
 * Markdown: it stands in fences longer than any of its own, or in code, so that it forges no heading, link or picture.
 */
import { legible } from '../base/visible.ts';
import type { AgentInvokedFrame, AgentResponseFrame, AskUserFrame, Citation, Frame, RunSpec } from './frames.ts';
import type { TrajectoryMetrics } from './log-entry.ts';
import { nested, type Nested } from './nested.ts';
import { isCharged, type Bill } from './cost.ts';
import { receiptOf } from './receipt.ts';
import { withSources } from './cited.ts';
import { NO_USAGE, trackUsage, type Usage } from './tokens.ts';

/** Results longer than this are shown by their beginning. */
const SHOWN = 2000;

export function report(frames: readonly Frame[], metrics: TrajectoryMetrics & { readonly efficiency: number }): string {
  const first = frames[0];
  if (first?.kind !== 'agent.invoked') return '# Run\n\nIts beginning is missing.\n';
  const { spec } = first;
  const answer = frames.findLast((frame) => frame.kind === 'agent.response' && frame.correlationId === null);
  const lines = [
    `# ${TITLES[spec.job] ?? 'Summary'}`,
    fence(spec.goal, Infinity),
    '## Answer',
    ...(answer?.kind === 'agent.response' ? answered(answer) : ['None.']),
    '## What it took',
    took(spec, frames, metrics),
    '## Steps',
    ...nested(frames).flatMap((each) => told(each, first.at)),
  ];
  return `${lines.join('\n\n')}\n`;
}

const TITLES: Partial<Record<RunSpec['job'], string>> = { ask: 'Question', screenshot: 'Text of a picture' };

function answered(frame: AgentResponseFrame): readonly string[] {
  const { text, partial, impossible, note, citations } = frame;
  const kind = impossible ? ['It cannot be done:'] : partial ? ['Not the whole answer:'] : [];
  return [
    ...kind,
    fence(withSources(text, citations), Infinity),
    ...(note === '' ? [] : [fence(note)]),
    ...citations.flatMap(checked),
  ];
}

/** A quote of the answer, and what code made of it. */
function checked({ quote, verdict, place }: Citation): readonly string[] {
  if (place === null) return ['A quote that was not found in what was read:', fence(quote)];
  const how = verdict === 'verbatim' ? 'word for word' : 'but for case or punctuation';
  const where = [place.title, ...place.path].filter((part) => part !== '').map(code);
  return [`A quote that was found, ${how}, in ${where.join(', ') || 'what was read'}:`, fence(quote)];
}

function took(
  { models }: RunSpec,
  frames: readonly Frame[],
  metrics: TrajectoryMetrics & { readonly efficiency: number },
): string {
  const usage = spentIn(frames);
  const { models: called, bill } = receiptOf(frames);
  const named = called.length > 0 ? called.map(({ label }) => label) : [models.main.label];
  return [
    `- Model: ${named.map(code).join(', ')}`,
    `- Began: ${new Date(frames[0]?.at ?? 0).toISOString()}`,
    `- Took: ${seconds(metrics.duration)}`,
    `- Tokens: ${usage.input} in, ${usage.output} out${parts(usage)}`,
    ...(isCharged(bill) ? [`- Cost: ${cost(bill)}`] : []),
    `- Steps: ${metrics.totalSteps}; tool calls: ${metrics.toolCalls}; model calls: ${metrics.modelCalls}; errors: ${metrics.errorCount}`,
    `- Efficiency: ${Math.round(metrics.efficiency * 100)} %`,
  ].join('\n');
}

function spentIn(frames: readonly Frame[]): Usage {
  return frames.reduce((usage, frame) => (frame.kind === 'usage' ? trackUsage(usage, frame) : usage), NO_USAGE);
}

function parts({ cached, reasoning }: Usage): string {
  return cached + reasoning === 0 ? '' : ` (${cached} from the cache, ${reasoning} for reasoning)`;
}

/** With whose prices it is at, and that it is not all where the price of some calls is not known. */
function cost({ known, unknown, asOf }: Bill): string {
  if (asOf.length === 0) return 'not known, for want of prices';
  const amount = `${unknown > 0 ? 'at least ' : ''}${plain(known)}`;
  const [day, ...others] = asOf.filter((each) => each !== '');
  if (day === undefined) return amount;
  const own = asOf.includes('') ? 'own prices and ' : '';
  const currency = own === '' ? ' US dollars' : '';
  return `${amount}${currency}, at ${own}list prices of ${[day, ...others].map(code).join(', ')}`;
}

/** What one frame says, or nothing where another says it. */
function told({ frame, depth }: Nested, start: number): readonly string[] {
  const at = `(at ${seconds(frame.at - start)})`;
  switch (frame.kind) {
    case 'agent.invoked':
      return frame.correlationId === null ? [] : called(frame, depth, at);
    case 'agent.response':
      return frame.correlationId === null ? [] : [`Reports ${at}`, ...answered(frame)];
    case 'plan': {
      const problem = frame.problem === null ? [] : ['Not acted on:', fence(frame.problem)];
      return [
        `${heading(1 + depth * 2)} Step ${frame.step}: ${DECISIONS[frame.decision]}, decided by ${frame.by === 'model' ? 'the model' : 'a rule'} ${at}`,
        fence(frame.thought),
        ...problem,
      ];
    }
    case 'tool.call':
      return [
        `Calls ${code(frame.tool)} ${at} with`,
        fence(JSON.stringify(frame.args, null, 2)),
        ...because(frame.reasoning),
      ];
    case 'tool.result': {
      const objects = frame.objects.map(
        ({ name, body }) => `- ${code(name)}: ${body.length} characters, ${body.tokens} tokens`,
      );
      return [
        `${code(frame.tool)} ${frame.isError ? 'failed' : 'gave'} ${at}, after ${seconds(frame.ms)}`,
        fence(frame.message),
        ...(objects.length > 0 ? [objects.join('\n')] : []),
      ];
    }
    case 'observation':
      return [`What it means, in the words of ${frame.by === 'model' ? 'the model' : 'code'}:`, fence(frame.text)];
    case 'model.call':
      return [
        `${frame.model === '' ? 'The model' : code(frame.model)} is asked ${at} (${PURPOSES[frame.purpose]}, attempt ${frame.attempt}).`,
      ];
    case 'model.reply': {
      const how = `The model’s reply ${ENDS[frame.finish] ?? 'ended'} ${at}, after ${seconds(frame.ms)}.`;
      return frame.failure ? [how, fence(frame.failure.message)] : [how];
    }
    case 'usage':
      return [
        `Tokens: ${frame.input} in, ${frame.output} out${frame.source === 'lost' ? ', estimated for a call that was cut' : ''}.`,
      ];
    case 'reflection':
      return [
        `Why ${code(frame.failedAction.tool)} failed (${code(frame.errorType)}) ${at}, in the words of ${frame.by === 'model' ? 'the model' : 'code'}:`,
        fence(`${frame.analysis}\n${frame.suggestedFix}`),
      ];
    case 'compaction':
      return [
        `Makes room ${at}: ${frame.before} tokens become ${frame.after}.`,
        ...(frame.summary === '' ? [] : [fence(frame.summary)]),
      ];
    case 'grade':
      return [
        `What the results are worth ${at} to`,
        fence(frame.need),
        fence(
          frame.grades
            .map(
              ({ url, relevance, confidence, by, reason }) =>
                `${relevance} (${String(confidence)}, ${by}) ${url}: ${reason}`,
            )
            .join('\n'),
        ),
      ];
    case 'ask.user':
      return asked(frame, at);
    case 'wait':
      return [`Waits ${at}`, fence(frame.message)];
    case 'control':
      return [
        `${CONTROLS[frame.control]} ${at}`,
        ...(frame.control === 'answer' ? [fence(frame.text)] : frame.note === '' ? [] : [fence(frame.note)]),
        ...(frame.control === 'switch' ? [fence(frame.reason)] : []),
      ];
    case 'error':
      return [`Ended without an answer ${at}`, fence(`${frame.trouble.message}\n${frame.trouble.cure}`)];
  }
}

/** What an agent was called for: its work follows, under the call. */
function called({ agentId, spec }: AgentInvokedFrame, depth: number, at: string): readonly string[] {
  const context = spec.sub?.context ?? '';
  return [
    `${heading(depth * 2)} Work of an agent ${at}`,
    `${code(spec.sub?.agent.name ?? agentId)} is called with`,
    fence(spec.goal),
    ...(context === '' ? [] : ['and is told', fence(context)]),
  ];
}

/** So much below “Steps”, as far as Markdown has headings. */
const heading = (below: number): string => '#'.repeat(Math.min(6, 2 + below));

function asked({ form, text, call, citations }: AskUserFrame, at: string): readonly string[] {
  if (form === 'turn')
    return [`Says to the person ${at}`, fence(withSources(text, citations)), ...citations.flatMap(checked)];
  if (call === null) return [`Asks the person ${at}`, fence(text)];
  const what = form === 'approval' ? 'Asks the person to agree to' : 'Asks the person what became of';
  return [
    `${what} ${code(call.tool)} ${at} with`,
    fence(JSON.stringify(call.args, null, 2)),
    ...because(call.reasoning),
  ];
}

const because = (reasoning: string): readonly string[] => (reasoning === '' ? [] : ['because', fence(reasoning)]);

const DECISIONS = {
  call: 'act',
  respond: 'answer',
  ask: 'ask the person',
  impossible: 'give up',
  invalid: 'a reply that could not be acted on',
} as const;
const PURPOSES = {
  decide: 'what is next',
  answer: 'for the answer',
  part: 'about one part',
  reflect: 'why it failed',
  compact: 'what to keep',
  look: 'what a picture shows',
  grade: 'which results help',
  rewrite: 'other words to search with',
} as const;
const ENDS: Readonly<Record<string, string>> = {
  failed: 'failed',
  aborted: 'was cut',
  length: 'reached its longest',
  'content-filter': 'was filtered',
};
const CONTROLS = {
  cancel: 'Stopped by the person',
  resume: 'Went on after an interruption',
  retry: 'Tried again by the person',
  follow: 'Went on by the person',
  limit: 'Reached a limit',
  answer: 'The person answered',
  approve: 'The person agreed',
  decline: 'The person declined',
  outcome: 'The person said what became of it',
  shorten: 'Went on with less at once',
  switch: 'Went on with another model',
  restore: 'Seen again by the person’s wish',
} as const;

/** A block that nothing in it can close. Long texts by their beginning. */
export function fence(text: string, most = SHOWN): string {
  const whole = text.length > most ? `${text.slice(0, most)}\n… ${text.length - most} characters more` : text;
  const shown = legible(whole);
  const marks = mark(shown, 3);
  return `${marks}text\n${shown}\n${marks}`;
}

/** A short text in code, on one line. */
function code(text: string): string {
  const shown = legible(text.slice(0, 200)).replace(/\s+/g, ' ');
  const marks = mark(shown, 1);
  return shown.trim() === '' ? '(nothing)' : `${marks} ${shown} ${marks}`;
}

/** More backticks in a row than the text has. */
function mark(text: string, least: number): string {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(least, longest + 1));
}

const seconds = (ms: number): string => `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
const plain = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 4 });
