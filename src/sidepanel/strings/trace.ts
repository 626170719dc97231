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
    const done = deeds.map(([deed, times]) => (times > 1 ? `${deed}\u00A0${formatNumber(times)}×` : deed));
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
    rewrite: 'Rephrase the search',
    rank: 'Compare meanings',
    translate: 'Translate',
    opinion: 'Second opinion',
    decide: 'Planning',
    answer: {
      summarise: 'Write the summary',
      ask: 'Write the answer',
      explain: 'Write the explanation',
      rewrite: 'Write it',
      screenshot: 'Show the text',
      research: 'Write the answer',
      translate: 'Translate',
      agent: 'Write the report',
      chat: 'Write the answer',
    },
    attempt: (n: number) => `attempt ${formatNumber(n)}`,
    waited: 'Wait',
    resumed: 'Resumed after an interruption',
    cancelled: 'Stopped by you',
    retried: 'Tried again by you',
    followed: 'Follow-up',
    limit: 'Reached a limit',
    shorter: 'Tried again with less text',
    switched: 'Switched to another model',
    reflected: 'Learned from a failure',
    compacted: 'Shortened the context',
    restored: 'Shown to the model again',
    partFailed: 'Couldn’t condense a part',
    lookFailed: 'Couldn’t look at the picture',
    gradeFailed: 'Couldn’t grade the results',
    rewriteFailed: 'Couldn’t rephrase the search',
    rankFailed: 'Couldn’t compare meanings',
    sampleFailed: 'Couldn’t answer the tool server',
    failed: 'Ended with an error',
  },
  optionalCalls: {
    reflect: 'Thinking about what went wrong',
    compact: 'Shortening the context',
    look: 'Looking at a picture',
    grade: 'Grading the results',
    rewrite: 'Rephrasing the search',
    rank: 'Comparing meanings',
    sample: 'Answering the tool server',
    opinion: 'Asking for a second opinion',
  },
  opinion: (model: string, doubts: number) =>
    doubts === 0
      ? `${model} doubts nothing.`
      : formatCount(doubts, { one: `${model} doubts # claim.`, other: `${model} doubts # claims.` }),
  noOpinion: 'There was none.',
  serverAsked: {
    form: (host: string, text: string) => `${host} asked you: ${text}.`,
    url: (host: string, text: string) => `${host} asked you to open a page: ${text}.`,
    sampling: (host: string, text: string) => `${host} asked the model: ${text}.`,
  },
  youAnswered: 'You answered.',
  reflection: {
    analysis: 'What went wrong',
    fix: 'What to do instead',
    repeated: 'Tries another approach after the same kind of error.',
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
          one: 'The result of # step is shown to the model in short.',
          other: 'The results of # steps are shown to the model in short.',
        }),
      summary: (n: number) => formatCount(n, { one: '# step is summarised.', other: '# steps are summarised.' }),
    },
    summary: 'Summary',
    dropped: (n: number) => formatCount(n, { one: 'Omitted (# step)', other: 'Omitted (# steps)' }),
    step: (step: number, title: string) => `Step ${formatNumber(step)}: ${title}`,
    sources: 'Can still be cited',
    restore: 'Show to the model again',
    asked: 'The model will see it again.',
    restored: 'The model sees it again.',
  },
  decisions: {
    call: 'Use a tool',
    ask: 'Ask you',
    impossible: 'Give up',
    invalid: 'Ignored (invalid)',
  },
  stepStates: {
    done: 'done',
    running: 'running',
    asking: 'waits for you',
    failed: 'failed',
    cut: 'cut short',
    info: '',
  },
  times: (what: string, times: number) => (times > 1 ? `${what} ${formatNumber(times)}×` : what),
  because: 'Why',
  now: 'Now',
  means: 'So',
  you: 'You',
  skipped: 'You skipped it',
  asked: 'Asked',
  askedAgent: (name: string) => `asked ${name}`,
  parts: (n: number) => formatCount(n, { one: '# part', other: '# parts' }),
  since: (ms: number) => {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    return seconds < 60
      ? `+${formatNumber(seconds)} s`
      : `+${formatNumber(Math.floor(seconds / 60))} min ${formatNumber(seconds % 60)} s`;
  },
  spent: (input: number, output: number) => `${formatNumber(input)} tokens in, ${formatNumber(output)} out`,
  took: (ms: number) => `${formatNumber(ms / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`,
} as const;
