/** All texts of the panel, in one place for translation. */
import { formatNumber } from '../../lib/base/numbers.ts';
import { AGENT_WORDS } from './agents.ts';
import { CONVERSATION_WORDS, ENGINE_WORDS, ERROR_WORDS, QUOTE_WORDS } from './conversation.ts';
import { formatCost, formatCount } from './numbers.ts';
import { PICTURE_WORDS } from './pictures.ts';
import { TOOL_WORDS } from './tools.ts';
import { TRACE_WORDS } from './trace.ts';
import { WEB_WORDS } from './web.ts';

/** The browser does not tell these from pages without access. */
const UNREADABLE_TABS = 'Empty tabs and the browser’s own pages cannot be read.';

export const t = {
  product: 'KnowledgeLens',
  settings: 'Settings',
  newConversation: 'New conversation',
  newShort: 'New',
  newHint: 'Begin a new conversation; this one is in History',
  newSure: 'This conversation is still under way. Stop it and begin a new one?',
  newStop: 'Stop it',
  newStay: 'Let it finish',
  controls: 'Controls',
  dismiss: 'Dismiss',

  summarise: 'Summarise this page',
  again: 'Summarise again',
  stop: 'Stop',
  stopping: 'Stopping…',
  retry: 'Try again',
  look: 'Look again',
  allow: 'Allow on all sites',
  allowHint:
    '“Allow on all sites” lets KnowledgeLens read any page you ask it to, without a click on its icon first. You can take this back in the settings.',
  toolbarOffer: 'Show a toolbar beside what you select?',
  toolbarHere: 'On this site',
  toolbarEverywhere: 'Everywhere',
  toolbarDismiss: 'No toolbar',
  toolbarTaken: 'Select something on the page to see it. You can undo this in Settings.',
  toolbarDeclined: 'The browser’s question was declined, so nothing has changed.',
  toolbarDismissed: 'You can turn it on in Settings.',
  copy: 'Copy',
  copied: 'Copied',
  copiedSaid: 'The text was copied as Markdown.',
  copyFailed: 'Not copied: the browser refused.',
  changeModel: 'Open settings',

  opening: 'Opening…',
  looking: 'Looking at the page…',
  loading: 'Waiting for the page to load…',
  untitled: 'Untitled page',
  words: (n: number) => formatCount(n, 'word', 'words'),
  before: 'What it takes',
  estimate: (input: number, output: number, calls: number) => [
    `up to ${formatNumber(input)} tokens in`,
    `${formatNumber(output)} out`,
    formatCount(calls, 'call', 'calls'),
  ],
  upTo: (value: number, asOf: readonly string[]) => `up to ${formatCost(value, asOf)}`,
  atLeast: (value: number, asOf: readonly string[]) =>
    `at least ${formatCost(value, asOf)}; not every price is known: enter it in Settings`,
  priceUnknown: 'price not known',
  priceHint: 'price not known; enter it in Settings',
  free: 'costs nothing',
  freeSoFar: 'cost nothing',
  freeDetail: (input: number) => `up to ${formatNumber(input)} tokens read, all on this computer`,
  unlessTakenOver: (label: string) => `unless ${label} has to go on in its place, at its price`,
  overBudget: (budget: number) =>
    `More than the budget of ${formatNumber(budget)} tokens for one run: it may stop early.`,
  engine: 'Engine',

  starting: 'Starting…',
  phases: {
    thinking: 'Thinking',
    executing: 'Working',
    analyzing: 'Going through the page',
    reflecting: 'Reconsidering',
  },
  part: (index: number, of: number) => `Reading part ${formatNumber(index)} of ${formatNumber(of)}`,
  firstWord: 'Waiting for the first word',
  writing: {
    summarise: 'Writing the summary',
    ask: 'Writing the answer',
    explain: 'Writing the explanation',
    rewrite: 'Writing',
    screenshot: 'Reading the picture',
    research: 'Writing the answer',
    agent: 'At work',
  },
  step: (step: number, of: number) => `Step ${formatNumber(step)} of ${formatNumber(of)}`,
  restarted: 'Restarted after an interruption',
  elapsed: (seconds: number) => `${formatNumber(seconds)} s`,
  tryingIn: (seconds: number) => `Trying again in ${formatNumber(seconds)} s`,
  tryingNow: 'Trying again now',
  progress: 'Progress',

  done: {
    whole: {
      summarise: 'Summary ready',
      ask: 'Answer ready',
      explain: 'Explanation ready',
      rewrite: 'Ready',
      screenshot: 'Text ready',
      research: 'Answer ready',
      agent: 'Report ready',
    },
    partial: {
      summarise: 'Partial summary',
      ask: 'Partial answer',
      explain: 'Partial explanation',
      rewrite: 'Ready in part',
      screenshot: 'Part of the text',
      research: 'Partial answer',
      agent: 'Partial report',
    },
  },
  impossible: 'Cannot be done',
  impossibleNote: 'The model says that this cannot be done, and why:',
  stopped: 'Stopped',
  failed: 'Not finished',
  kept: 'What was written so far is kept.',
  foundKept: 'What was found so far stays.',
  summary: {
    summarise: 'Summary',
    ask: 'Answer',
    explain: 'Explanation',
    rewrite: 'Result',
    screenshot: 'Text of the picture',
    research: 'Answer from the web',
    agent: 'Report',
  },
  question: 'Question',
  askAgain: 'Ask again',
  unavailable: {
    waiting: (label: string) => `${label} isn’t responding: no next step and no answer until it is back.`,
    fallback: (label: string, other: string) =>
      `${label} isn’t responding. If it stays away, ${other} goes on in its place.`,
    failed: (label: string) => `Without ${label} there are no further steps and no answer until you try again.`,
  },
  modelSwitch: {
    goesOn: (to: string, from: string) => `${to} goes on in place of ${from}.`,
    wrote: (to: string, from: string) => `Written by ${to}, in place of ${from}.`,
  },
  backAgain: 'The model answers again.',
  movedOn: 'This tab now shows another page:',
  noneYet: 'Nothing was written yet.',

  tokens: 'Tokens',
  thisRun: 'This run',
  session: 'This session',
  input: 'in',
  output: 'out',
  underWay: (input: number, output: number, written: number) =>
    `Under way: up to ${formatNumber(input)} in · ${written > 0 ? `${formatNumber(written)} of up to ` : ''}${formatNumber(output)} out`,
  nearBudget: (percent: number) =>
    `You asked to be told: ${formatNumber(percent)} % of this run’s token budget is used. At the budget it stops, and keeps what it has.`,
  budget: 'Budget used',
  calls: (n: number) => formatCount(n, 'call', 'calls'),
  lost: (n: number) => `${formatNumber(n)} of them estimated for calls cut by an interruption`,
  number: formatNumber,

  cost: formatCost,

  receipt: {
    title: 'Receipt',
    by: { step: 'By step', source: 'By source', model: 'By model', agent: 'By agent' },
    what: { step: 'Step', source: 'Source', model: 'Model', agent: 'Agent' },
    costs: 'cost',
    total: 'Total',
    step: (step: number, title: string) => `${formatNumber(step)}. ${title}`,
    sources: {
      instructions: 'Instructions and tools',
      user: 'Your words',
      model: 'The model’s earlier words',
      tools: 'Results of tools',
      unknown: 'Not told apart',
      written: 'Written by the model',
    },
    also: {
      look: 'and looking at a picture',
      grade: 'and grading the results',
      rewrite: 'and finding other words',
      reflect: 'and why it failed',
      compact: 'and making room',
    },
    figures: { provider: '', counted: 'counted here', lost: 'partly estimated' },
    cached: (n: number) => `${formatNumber(n)} cached`,
    reasoning: (n: number) => `${formatNumber(n)} thinking`,
    shares: 'Sources are counted here, and scaled to what each call is charged for.',
    /** As many decimals as the total needs: the column must align. */
    cost: (value: number, total: number) => {
      const digits = total > 0 ? Math.min(10, Math.max(2, 2 - Math.floor(Math.log10(total)))) : 2;
      return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    },
  },

  askBox: {
    label: 'Ask about this page',
    placeholder: 'Ask about this page…',
    send: 'Ask',
    estimate: (calls: number, input: number, output: number) => [
      `A question: up to ${formatCount(calls, 'call', 'calls')}`,
      `${formatNumber(input)} in`,
      `${formatNumber(output)} out`,
    ],
    free: 'Questions cost nothing either',
    busy: 'Ask when this is over',
    notYet: 'Looking at the page first…',
    noAccess: 'Needs access to this tab',
    unreadable: 'This page cannot be read',
  },

  asks: {
    question: 'Waiting for your answer',
    approval: 'Waiting for your yes or no',
    outcome: 'Waiting to hear from you',
    turn: 'Waiting for your reply',
  },
  questionTitle: 'The model asks you',
  yourAnswer: 'Your answer',
  send: 'Send',
  approveAlways: (where: string) => `Always for ${where}`,
  decline: 'Don’t',
  outcomeTitle: 'This was interrupted: did it happen?',
  outcomeHelp: 'It is never repeated unasked. Look whether it was done, and say so.',
  itHappened: 'It happened',
  itDidNot: 'It did not: do it now',
  address: 'Address',
  opensAs: 'Opens as',
  noAddress: 'This is no plain web address: it would be refused.',
  noArguments: 'No further details.',
  theReason: 'The model’s reason',
  agreed: 'You allowed it',
  declined: 'You declined',
  happened: 'You said it happened',
  unhappened: 'You said it did not happen: done now',

  when: (ms: number) => new Date(ms).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }),
  back: 'Back',
  remove: 'Remove',
  export: 'Export',
  formats: { ndjson: 'NDJSON, frame by frame', json: 'JSON, log and frames', markdown: 'Markdown, to read' },
  statuses: {
    running: 'Running',
    waiting: 'Waiting',
    asking: 'Waiting for you',
    done: 'Done',
    failed: 'Not finished',
    cancelled: 'Stopped',
  },

  notices: {
    'memory-only': 'Kept in memory only',
    'storage-full': 'Storage is full',
    corrupt: 'A run cannot go on',
    restarted: 'Taken up again',
    'no-mirror': 'Not kept on disk',
  },

  ...PICTURE_WORDS,
  ...QUOTE_WORDS,
  ...ENGINE_WORDS,
  ...TOOL_WORDS,
  ...TRACE_WORDS,
  ...CONVERSATION_WORDS,
  ...WEB_WORDS,
  ...AGENT_WORDS,
  ...ERROR_WORDS,

  error: 'Something went wrong',
  failedTitle: {
    summarise: 'The summary was not finished',
    ask: 'The question was not answered',
    explain: 'The explanation was not finished',
    rewrite: 'This was not finished',
    screenshot: 'The picture was not read',
    research: 'The question was not answered',
    agent: 'The agent did not finish',
  },
  noAccess: 'The browser lets KnowledgeLens read a page only after you have asked for it there.',
  orShortcut: (shortcut: string) =>
    `Click the KnowledgeLens icon in the toolbar, or press ${shortcut}, while you look at this page. ${UNREADABLE_TABS}`,
  orClick: `Click the KnowledgeLens icon in the toolbar while you look at this page. ${UNREADABLE_TABS}`,
} as const;
