import { formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${formatNumber(Math.max(1, seconds))} s`;
  const rest = seconds % 60;
  return `${formatNumber(Math.floor(seconds / 60))} min${rest === 0 ? '' : ` ${formatNumber(rest)} s`}`;
}

export const TRACE_WORDS = {
  /** `ms`: undefined while it is under way. */
  worked: (ms: number | undefined, deeds: readonly (readonly [string, number])[]) => {
    const worked = ms === undefined ? 'Working' : `Worked ${formatDuration(ms)}`;
    const done = deeds.map(([deed, times]) => (times > 1 ? `${deed} ${formatNumber(times)}×` : deed));
    return done.length === 0 ? worked : `${worked}: ${formatList(done)}`;
  },
  efficiency: (needed: number, all: number) =>
    formatCount(all, {
      one: `${formatNumber(needed)} of # step led to the answer.`,
      other: `${formatNumber(needed)} of # steps led to the answer.`,
    }),
  stepNames: {
    part: (index: number, of: number) => `Part ${formatNumber(index)} of ${formatNumber(of)}`,
    note: 'A note',
    look: 'Look at a picture',
    grade: 'Grade the results',
    rewrite: 'Find other words',
    translate: 'Translate',
    decide: 'Think about what is next',
    answer: {
      summarise: 'Write the summary',
      ask: 'Write the answer',
      explain: 'Write the explanation',
      rewrite: 'Write it',
      screenshot: 'Give the text',
      research: 'Write the answer',
      translate: 'Translate',
      agent: 'Write the report',
      chat: 'Write the answer',
    },
    attempt: (n: number) => `attempt ${formatNumber(n)}`,
    waited: 'Wait',
    resumed: 'Went on after an interruption',
    cancelled: 'Stopped by you',
    retried: 'Tried again by you',
    followed: 'You went on',
    limit: 'Reached a limit',
    shorter: 'Goes on with less at once',
    switched: 'Goes on with another model',
    reflected: 'Learned from a failure',
    compacted: 'Made room',
    restored: 'Shown to the model again, at your request',
    partFailed: 'A part was not condensed',
    lookFailed: 'The picture was not looked at',
    gradeFailed: 'The results were not graded by the model',
    rewriteFailed: 'The model found no other words',
    sampleFailed: 'The model did not answer the tool server',
    failed: 'Ended with an error',
  },
  optionalCalls: {
    reflect: 'Thinking about what went wrong',
    compact: 'Making room',
    look: 'Looking at a picture',
    grade: 'Grading the results',
    rewrite: 'Looking for other words',
    sample: 'Answering the tool server',
  },
  serverAsked: {
    form: (host: string, text: string) => `${host} asked you: ${text}.`,
    url: (host: string, text: string) => `${host} asked you to open a page: ${text}.`,
    sampling: (host: string, text: string) => `${host} asked the model: ${text}.`,
  },
  youAnswered: 'You answered.',
  reflection: {
    analysis: 'What went wrong',
    fix: 'What to do instead',
    repeated: 'Tries another approach: an error of this kind had come up before.',
    by: { model: 'thought through by the model', rule: 'worked out by a rule' },
  },
  compaction: {
    tokens: (before: number, after: number) =>
      formatCount(after, {
        one: `${formatNumber(before)} → # token of context`,
        other: `${formatNumber(before)} → # tokens of context`,
      }),
    did: {
      clear: (n: number) =>
        formatCount(n, {
          one: 'What # step found is shown to the model in short.',
          other: 'What # steps found is shown to the model in short.',
        }),
      summary: (n: number) =>
        formatCount(n, { one: 'A summary stands for # step.', other: 'A summary stands for # steps.' }),
    },
    summary: 'The summary',
    dropped: (n: number) => formatCount(n, { one: 'What was left out (# step)', other: 'What was left out (# steps)' }),
    step: (step: number, title: string) => `Step ${formatNumber(step)}: ${title}`,
    sources: 'Can still be cited',
    restore: 'Show it to the model again',
    asked: 'The model will be shown it again.',
    restored: 'The model is shown it again.',
    by: { model: 'summed up by the model', rule: 'done by a rule' },
  },
  decisions: {
    call: 'Use a tool',
    ask: 'Ask you',
    impossible: 'Give up',
    invalid: 'Not acted on',
  },
  stepStates: {
    done: 'done',
    running: 'under way',
    asking: 'waits for you',
    failed: 'failed',
    cut: 'cut short',
    info: '',
  },
  times: (what: string, times: number) => (times > 1 ? `${what}, ${formatNumber(times)} times` : what),
  by: { model: 'decided by the model', rule: 'decided by a rule' },
  because: 'Why',
  now: 'Now',
  means: 'So',
  you: 'You',
  asked: 'Asked',
  askedAgent: (name: string) => `asked ${name}`,
  parts: (n: number) => formatCount(n, { one: '# part', other: '# parts' }),
  foundChars: (n: number) => formatCount(n, { one: '# character', other: '# characters' }),
  since: (ms: number) => {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    return seconds < 60
      ? `+${formatNumber(seconds)} s`
      : `+${formatNumber(Math.floor(seconds / 60))} min ${formatNumber(seconds % 60)} s`;
  },
  spent: (input: number, output: number) => `${formatNumber(input)} in · ${formatNumber(output)} out`,
  took: (ms: number) =>
    ms < 1000
      ? `${formatNumber(Math.round(ms))} ms`
      : `${formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`,
} as const;
