/** Every word of the panel's interface, in one place to be translated. Numbers come in as numbers. */
import { exactly } from '../lib/base/visible.ts';
import { CONVERSATION_WORDS } from './strings-conversation.ts';
import { cost, count, number } from './strings-numbers.ts';
import { QUOTE_WORDS } from './strings-quotes.ts';
import { TRACE_WORDS } from './strings-trace.ts';

/** Each tool under way, as a step of the trace, and as what a person is asked to agree to. */
const TOOLS: Readonly<Record<string, { readonly doing: string; readonly title: string; readonly approve: string }>> = {
  read_page: { doing: 'Reading the page', title: 'Read the page', approve: 'Read this page?' },
  summarize_page_content: { doing: 'Condensing the page', title: 'Condense the page', approve: 'Condense the page?' },
  find_in_page: { doing: 'Looking in the page', title: 'Look in the page', approve: 'Look in this page?' },
  explain_text_with_context: {
    doing: 'Taking the selection',
    title: 'Take the selection',
    approve: 'Take what you selected?',
  },
  look_at_page: { doing: 'Looking at the page', title: 'Look at the page', approve: 'Look at this page?' },
  interpret_image: { doing: 'Looking at a picture', title: 'Look at a picture', approve: 'Look at the picture?' },
  recall: { doing: 'Looking back', title: 'Look back', approve: 'Look back at what was found?' },
  open_link: { doing: 'Opening a link', title: 'Open a link', approve: 'Open this address in a new tab?' },
};
/** A record that a tool’s name, which is anything, cannot reach past. */
const toolWords = (tool: string) => (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined);

export const t = {
  product: 'KnowledgeLens',
  settings: 'Settings',
  clear: 'Clear session',
  clearHint: 'Forget every summary and answer of this session that is not kept',
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
  toolbarTaken: 'Select something on the page to see it. The settings take it back.',
  toolbarDeclined: 'The browser’s question was declined, so nothing has changed.',
  toolbarDismissed: 'All right. You find it in the settings, should you want it.',
  copy: 'Copy',
  copied: 'Copied',
  copiedSaid: 'The text was copied as Markdown.',
  copyFailed: 'Not copied: the browser refused.',
  changeModel: 'Open settings',

  opening: 'Opening…',
  looking: 'Looking at the page…',
  loading: 'Waiting for the page to load…',
  untitled: 'Untitled page',
  words: (n: number) => count(n, 'word', 'words'),
  before: 'What it takes',
  estimate: (input: number, output: number, calls: number) => [
    `up to ${number(input)} tokens in`,
    `${number(output)} out`,
    count(calls, 'call', 'calls'),
  ],
  upTo: (value: number, asOf: readonly string[]) => `up to ${cost(value, asOf)}`,
  atLeast: (value: number, asOf: readonly string[]) =>
    `at least ${cost(value, asOf)}; not every price is known: enter it in Settings`,
  priceUnknown: 'price not known',
  priceHint: 'price not known; enter it in Settings',
  free: 'costs nothing',
  freeSoFar: 'cost nothing',
  freeDetail: (input: number) => `up to ${number(input)} tokens read, all on this computer`,
  unlessTakenOver: (label: string) => `unless ${label} has to go on in its place, at its price`,
  overBudget: (budget: number) => `More than the budget of ${number(budget)} tokens for one run: it may stop early.`,
  engine: 'Engine',

  starting: 'Starting…',
  phases: {
    thinking: 'Thinking',
    executing: 'Working',
    analyzing: 'Going through the page',
    reflecting: 'Reconsidering',
  },
  tools: (tool: string, others: number) => {
    const doing = toolWords(tool)?.doing ?? `Using ${exactly(tool)}`;
    return others === 0 ? doing : `${doing}, and ${number(others)} more`;
  },
  toolTitle: (tool: string) => toolWords(tool)?.title ?? exactly(tool),
  toolApprove: (tool: string) => toolWords(tool)?.approve ?? `Let ${exactly(tool)} be used?`,
  part: (index: number, of: number) => `Reading part ${number(index)} of ${number(of)}`,
  firstWord: 'Waiting for the first word',
  writing: {
    summarise: 'Writing the summary',
    ask: 'Writing the answer',
    explain: 'Writing the explanation',
    rewrite: 'Writing',
    screenshot: 'Reading the picture',
  },
  step: (step: number, of: number) => `Step ${number(step)} of ${number(of)}`,
  restarted: 'Restarted after an interruption',
  elapsed: (seconds: number) => `${number(seconds)} s`,
  tryingIn: (seconds: number) => `Trying again in ${number(seconds)} s`,
  tryingNow: 'Trying again now',
  progress: 'Progress',

  done: {
    whole: {
      summarise: 'Summary ready',
      ask: 'Answer ready',
      explain: 'Explanation ready',
      rewrite: 'Ready',
      screenshot: 'Text ready',
    },
    partial: {
      summarise: 'Partial summary',
      ask: 'Partial answer',
      explain: 'Partial explanation',
      rewrite: 'Ready in part',
      screenshot: 'Part of the text',
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
  },
  question: 'Question',
  askAgain: 'Ask again',
  unavailable: {
    waiting: (label: string) => `${label} is not available right now: no next step and no answer until it is back.`,
    standIn: (label: string, other: string) =>
      `${label} is not available right now. If it stays away, ${other} goes on in its place.`,
    failed: (label: string) => `${label} is not available: no further steps and no answer until you try again.`,
  },
  /** One model took another's place. */
  takenOver: {
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
    `Under way: up to ${number(input)} in · ${written > 0 ? `${number(written)} of up to ` : ''}${number(output)} out`,
  nearBudget: (percent: number) =>
    `You asked to be told: ${number(percent)} % of this run’s token budget is used. At the budget it stops, and keeps what it has.`,
  budget: 'Budget used',
  calls: (n: number) => count(n, 'call', 'calls'),
  lost: (n: number) => `${number(n)} of them estimated for calls cut by an interruption`,
  number,

  cost,

  /** The receipt in detail. */
  receipt: {
    title: 'Receipt',
    by: { step: 'By step', source: 'By source', model: 'By model' },
    what: { step: 'Step', source: 'Source', model: 'Model' },
    costs: 'cost',
    total: 'Total',
    step: (step: number, title: string) => `${number(step)}. ${title}`,
    sources: {
      instructions: 'Instructions and tools',
      person: 'Your words',
      model: 'The model’s earlier words',
      tools: 'Results of tools',
      unknown: 'Not told apart',
      written: 'Written by the model',
    },
    also: { reflect: 'and why it failed', compact: 'and making room', look: 'and looking at a picture' },
    figures: { provider: '', counted: 'counted here', lost: 'partly estimated' },
    cached: (n: number) => `${number(n)} cached`,
    reasoning: (n: number) => `${number(n)} thinking`,
    shares: 'Sources are counted here, and scaled to what each call is charged for.',
    /** As many decimals as the whole needs, so that a column of them can be read downwards. */
    cost: (value: number, total: number) => {
      const digits = total > 0 ? Math.min(10, Math.max(2, 2 - Math.floor(Math.log10(total)))) : 2;
      return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    },
  },

  /** The field for questions about the page. */
  askBox: {
    label: 'Ask about this page',
    placeholder: 'Ask about this page…',
    send: 'Ask',
    estimate: (calls: number, input: number, output: number) => [
      `A question: up to ${count(calls, 'call', 'calls')}`,
      `${number(input)} in`,
      `${number(output)} out`,
    ],
    free: 'Questions cost nothing either',
    busy: 'Ask when this is over',
    notYet: 'Looking at the page first…',
    noAccess: 'Needs access to this tab',
    unreadable: 'This page cannot be read',
  },

  /** What a run waits for a person to say. */
  asks: {
    question: 'Waiting for your answer',
    approval: 'Waiting for your yes or no',
    outcome: 'Waiting to hear from you',
  },
  questionTitle: 'The model asks you',
  yourAnswer: 'Your answer',
  send: 'Send',
  approve: 'Allow once',
  approveAlways: (where: string) => `Always for ${where}`,
  decline: 'Don’t',
  outcomeTitle: 'This was interrupted: did it happen?',
  outcomeHelp: 'It is never repeated unasked. Look whether it was done, and say so.',
  itHappened: 'It happened',
  itDidNot: 'It did not: do it now',
  address: 'Address',
  opensAs: 'Opens as',
  noAddress: 'This is no plain web address: it would be refused.',
  noArguments: 'Nothing else is said.',
  theReason: 'The model’s reason',
  agreed: 'You allowed it',
  declined: 'You declined',
  happened: 'You said it happened',
  unhappened: 'You said it did not happen: done now',

  /** What a finished run can be given to. */
  keep: 'Keep',
  keepHint: 'Keep this run when the session is cleared or its tab closes',
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

  /** Titles of notices. What happened and what to do are the worker’s words. */
  notices: {
    'memory-only': 'Kept in memory only',
    'storage-full': 'Storage is full',
    corrupt: 'A run cannot go on',
    restarted: 'Taken up again',
    'no-mirror': 'Not kept on disk',
  },

  ...QUOTE_WORDS,
  ...TRACE_WORDS,
  ...CONVERSATION_WORDS,

  /** Titles of what can stand in the way, by trouble code. */
  troubles: {
    'page.no-access': 'No access to this tab',
    'page.browser-page': 'A page of the browser itself',
    'page.empty': 'No text on this page',
    'page.pdf-locked': 'A PDF with a password',
    'page.pdf-broken': 'A damaged PDF',
    'page.pdf-scan': 'A PDF without text',
    'page.pdf-gone': 'The PDF cannot be fetched',
    'page.no-file-access': 'No access to files',
    'page.too-large': 'Too large to read at once',
    'page.gone': 'The page is gone',
    'page.error-page': 'The page did not load',
    'page.unreadable': 'The page could not be read',
    'page.timeout': 'The page took too long',
    'selection.none': 'Nothing is selected',
    'model.unreachable': 'The model’s server cannot be reached',
    'model.unauthorized': 'The key was not accepted',
    'model.forbidden': 'The server does not let KnowledgeLens in',
    'model.origin': 'The server does not let KnowledgeLens in',
    'model.not-found': 'The server does not know this model',
    'model.rate-limited': 'The server asks for a pause',
    'model.server': 'The model’s server failed',
    'model.cut': 'The answer broke off',
    'model.wrong-type': 'Not a model’s answer',
    'model.redirect': 'The server is elsewhere',
    'model.too-large': 'Too long for this model',
    'limit.tokens': 'The token budget is used up',
    'limit.cost': 'The limit of cost is reached',
    'limit.steps': 'The limit of steps is reached',
    'limit.retries': 'The model’s replies were of no use',
    'limit.time': 'The time is up',
    'limit.context': 'Too much for this model',
    'worker.silent': 'No answer from the extension',
  } as Readonly<Record<string, string>>,
  trouble: 'Something is in the way',
  failedTitle: {
    summarise: 'The summary was not finished',
    ask: 'The question was not answered',
    explain: 'The explanation was not finished',
    rewrite: 'This was not finished',
    screenshot: 'The picture was not read',
  },
  noAccess: 'The browser lets KnowledgeLens read a page only after you have asked for it there.',
  orShortcut: (shortcut: string) =>
    `Click the KnowledgeLens icon in the toolbar, or press ${shortcut}, while you look at this page.`,
  orClick: 'Click the KnowledgeLens icon in the toolbar while you look at this page.',
} as const;
