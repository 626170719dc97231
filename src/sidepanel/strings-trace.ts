/** The words of the trace: what a run did, step by step. */
import { count, number } from './strings-numbers.ts';

export const TRACE_WORDS = {
  steps: (n: number) => `Steps (${number(n)})`,
  stepNames: {
    part: (index: number, of: number) => `Part ${number(index)} of ${number(of)}`,
    note: 'A note',
    look: 'Look at a picture',
    grade: 'Grade the results',
    rewrite: 'Find other words',
    decide: 'Think about what is next',
    answer: {
      summarise: 'Write the summary',
      ask: 'Write the answer',
      explain: 'Write the explanation',
      rewrite: 'Write it',
      screenshot: 'Give the text',
      research: 'Write the answer',
    },
    attempt: (n: number) => `attempt ${number(n)}`,
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
    restored: 'Shown to the model again, by your wish',
    partFailed: 'A part was not condensed',
    lookFailed: 'The picture was not looked at',
    gradeFailed: 'The results were not graded by the model',
    rewriteFailed: 'The model found no other words',
    failed: 'Ended with an error',
  },
  /** Model calls that are no part of the answer, under way. */
  asides: {
    reflect: 'Thinking about what went wrong',
    compact: 'Making room',
    look: 'Looking at a picture',
    grade: 'Grading the results',
    rewrite: 'Looking for other words',
  },
  reflection: {
    analysis: 'What went wrong',
    fix: 'What to do instead',
    repeated: 'Tries another approach: an error of this kind had come up before.',
    by: { model: 'thought through by the model', rule: 'worked out by a rule' },
  },
  compaction: {
    tokens: (before: number, after: number) => `${number(before)} → ${number(after)} tokens of context`,
    did: {
      clear: (n: number) => `What ${count(n, 'step', 'steps')} found is shown to the model in short.`,
      summary: (n: number) => `A summary stands for ${count(n, 'step', 'steps')}.`,
    },
    summary: 'The summary',
    dropped: (n: number) => `What was left out (${count(n, 'step', 'steps')})`,
    step: (step: number, title: string) => `Step ${number(step)}: ${title}`,
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
  times: (what: string, times: number) => (times === 1 ? what : `${what}, ${number(times)} times`),
  by: { model: 'decided by the model', rule: 'decided by a rule' },
  because: 'Why',
  now: 'Now',
  means: 'So',
  you: 'You',
  asked: 'Asked',
  parts: (n: number) => count(n, 'part', 'parts'),
  foundChars: (n: number) => count(n, 'character', 'characters'),
  since: (ms: number) => {
    const seconds = Math.max(0, Math.floor(ms / 1000));
    return seconds < 60
      ? `+${String(seconds)} s`
      : `+${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
  },
  spent: (input: number, output: number) => `${number(input)} in · ${number(output)} out`,
  took: (ms: number) => (ms < 1000 ? `${number(Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`),
} as const;
