/** The texts of the panel at rest: the only ones that are loaded before its first frame. */
import { FILE_WORDS } from './files.ts';
import { formatAmount, formatCount, formatNumber, formatRoughly } from '../../lib/base/locale.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { SHARED_WORDS } from '../../ui/words.ts';
import { ERROR_TITLES } from './errors.ts';
import { formatCost, formatShortAmount } from './numbers.ts';

export const t = {
  product: 'KnowledgeLens',
  settings: 'Settings',
  menu: 'More',
  detach: 'Open in a window',
  noWindow: { code: 'panel.window', message: 'The browser did not open it.', hint: 'Try again, or go on here.' },
  notClosed: {
    code: 'panel.unsent',
    message: 'The panel stays open: something here is not sent yet.',
    hint: 'Send or remove it, then close the panel.',
  },
  newConversation: 'New conversation',
  newHint: 'Begin a new conversation; this one is in History',
  newPrivateHint: 'Begin a new conversation; this private one is deleted',
  newSure: 'This conversation is still under way. Stop it and begin a new one?',
  newStop: 'Stop it',
  newStay: 'Let it finish',
  controls: 'Controls',
  dismiss: 'Dismiss',

  summarise: 'Summarise this page',
  summaryOptions: 'More ways to summarise or translate',
  summaryStyles: {
    short: 'Short summary',
    long: 'Long summary',
    bullets: 'Summary in bullet points',
    prose: 'Summary in paragraphs',
  },
  translateCommand: 'Translate…',
  pageTools: (count: number) => `Tools of this page (${formatNumber(count)})`,
  back: SHARED_WORDS.back,
  topics: 'Ask about',
  askAbout: (topic: string) => `What does it say about “${topic}”?`,
  explainSelection: 'Explain selection',
  stop: 'Stop',
  stopping: 'Stopping…',
  goOn: 'Try again',
  checkAgain: 'Check again',
  reload: 'Reload this panel',
  stillWorks: (canChat: boolean) => `You can still ${canChat ? 'chat, ' : ''}ask the web, or add a file or an image.`,
  allowSite: 'Allow on this site',
  allSites: SHARED_WORDS.allSites,
  allow: SHARED_WORDS.allowAllSites,
  declinedAccess: SHARED_WORDS.declinedAccess,
  changeModel: 'Open settings',
  connectModel: 'Connect a model',
  modelSettings: 'Model settings',
  modelHint: (name: string) => `Model: ${name}`,
  quickMode: 'Built-in engine: picks sentences, no AI',
  quickModeShort: 'Built-in engine',
  connectForMore: 'Connect a model for more…',

  opening: 'Opening…',
  looking: 'Looking at the page…',
  loading: 'Waiting for the page to load…',
  untitled: 'Untitled page',
  words: (n: number) => formatCount(n, { one: '# word', other: '# words' }),
  estimate: 'Estimate:',
  likely: (input: number, output: number) => [
    `Likely ${formatRoughly(input)} tokens in`,
    `${formatRoughly(output)} out`,
  ],
  most: (input: number, calls: number) => [
    `at most ${formatNumber(input)} in`,
    formatCount(calls, { one: '# call', other: '# calls' }),
  ],
  amountLikely: (value: number, asOf: readonly string[]) => formatAmount(value, asOf, 2),
  priceUnknown: 'price not known' as string,
  priceHint: 'price not known; enter it in Settings',
  free: 'costs nothing',
  freeHere: ['free', 'nothing leaves this computer'],
  freeDetail: (input: number) => `Up to ${formatNumber(input)} tokens are read.`,
  unlessTakenOver: (label: string) => `If it fails, ${label} takes over, at its price.`,
  overBudget: (budget: number) => `This may exceed your limit of ${formatNumber(budget)} tokens and stop early.`,
  model: 'Model:',
  readOnce: 'Access for this visit only.',
  allowHere: 'Always allow here',

  tooLong: (n: number, most: number) =>
    `${formatNumber(n)} of ${formatNumber(most)} characters. Shorten it, or attach it as a file.`,
  starting: 'Starting…',
  progress: 'Progress',
  left: {
    label: 'Chat about the page before',
    chat: 'Chat about',
    continue: 'Continue',
  },

  cost: formatCost,
  askBox: {
    label: 'Ask about this page',
    likely: (input: number, output: number) => [
      `A question: likely ${formatRoughly(input)} in`,
      `${formatRoughly(output)} out`,
    ],
    placeholder: 'Ask about this page…',
    send: 'Ask',
    add: 'Add or start',
    addFrom: (server: string) => `Add from ${server}`,
    suggestions: 'Suggestions',
    chosen: 'Goes with the question',
    whileRunning: 'Ask next…',
    queue: 'Ask next',
    next: (goal: string) => `Next: ${isolateLine(goal)}`,
    nextTaken: 'Another question is already next. Send this one once that is asked.',
    dropNext: 'Do not ask this next',
    cost: 'Cost of a question',
    about: (value: number, asOf: readonly string[]) =>
      `≈ ${asOf.includes('') ? formatAmount(value, asOf, 2) : formatShortAmount(value, asOf)}`,
    aboutTokens: (n: number) => `≈ ${formatRoughly(n)} tokens`,
    free: 'Questions are free',
    busy: 'Ask when this is over',
    notYet: 'Looking at the page first…',
    wait: 'One moment…',
    noAccess: 'Needs access to this tab',
    unreadable: 'This page cannot be read',
    notAsked: (why: string) => `Not asked. ${why}`,
  },

  notices: {
    'memory-only': 'Kept in memory only',
    'storage-full': 'Storage is full',
    corrupt: 'This conversation cannot go on',
    restarted: 'Continued after an interruption',
    'no-mirror': 'Not kept on disk',
  },

  error: 'Something went wrong',
  orShortcut: (shortcut: string) =>
    `Click the KnowledgeLens icon in the toolbar or press ${shortcut}. You can then allow this site for good.`,
  orClick: 'Click the KnowledgeLens icon in the toolbar. You can then allow this site for good.',
  /** The browser does not tell these from pages without access. */
  unreadableTabs: 'Empty tabs and the browser’s own pages can’t be read.',
  agents: {
    open: 'Agents',
    editor: {
      new: 'New agent',
      checkFailed: 'The check could not be loaded. Close this panel and open it again.',
    },
    ask: {
      label: (name: string) => `Ask ${name}`,
      choose: (name: string) => `Agent: ${name}`,
      drop: (name: string) => `Do not ask ${name}`,
      placeholder: {
        tool: (name: string) => `A task for ${name}…`,
        handoff: (name: string) => `Say something to ${name}…`,
      },
      none: SHARED_WORDS.noAgents,
      needModel: 'Agents need a language model.',
      to: (name: string) => `To ${name}`,
      direct: 'Asked directly',
      limits: (tokens: number) => formatCount(tokens, { one: 'at most # token', other: 'at most # tokens' }),
    },
  },
  chat: {
    command: 'Chat without the page',
    label: 'Ask the model, without a page',
    placeholder: 'Ask the model…',
    followUp: 'Continue the chat…',
    chosen: 'Without the page',
    drop: 'Ask about this page',
    needModel: 'A chat needs a language model.',
    from: 'Without a page',
  },
  alsoTabs: (n: number) => formatCount(n, { one: 'and # more tab', other: 'and # more tabs' }),
  about: {
    label: 'The question is about',
    drop: 'Ask without the selection',
    search: 'Search the web for this?',
    searchNow: 'Search',
  },
  tabs: {
    add: 'Add tabs…',
    most: (n: number) => formatCount(n, { one: '# more tab at most.', other: '# more tabs at most.' }),
    drop: (title: string) => `Leave out ${title}`,
  },

  followUp: 'Ask a follow-up…',
  destination: {
    private: 'Your question starts a new, private conversation.',
    kept: 'Your question starts a new conversation, which is kept.',
  },
  history: {
    open: SHARED_WORDS.history,
    keptPage: (title: string) => `From History: ${title}`,
    deleted: (title: string) => `Deleted: ${title}`,
    agentReset: (name: string) => `Reset to default: ${name}`,
    undo: SHARED_WORDS.undo,
    privateOn: 'Private: new conversations are not kept.',
    turnOff: 'Turn off',
  },
  errors: ERROR_TITLES,
  pictures: {
    region: 'Capture area',
    visible: 'Capture visible page',
    choose: 'Upload file or image…',
    noAccess: (shortcut: string) =>
      `The browser lets a picture of this tab be taken only after a click on the KnowledgeLens icon in the toolbar over it${
        shortcut === '' ? '' : ` (or ${shortcut})`
      }, or once all sites are allowed.`,
    stillChoose: 'A picture that you choose, paste or drop here can always be read.',
    choosing: 'Drag over the page what you want to read. Esc stops.',
    drop: 'Drop it here',
    attached: 'Pictures that the question is about',
    placeholder: 'Ask about the picture…',
    numbered: (index: number, of: number) =>
      of > 1 ? `Picture ${formatNumber(index)} of ${formatNumber(of)}` : 'Picture',
    size: (width: number, height: number) => `${formatNumber(width)} × ${formatNumber(height)}`,
    stays: 'from before',
    read: 'Read its text',
    leaveOut: (name: string) => `Leave out: ${name}`,
    gone: 'The picture is no longer kept.',

    tooMany: (n: number) => ({
      code: 'picture.too-many',
      message: formatCount(n, {
        one: 'A question can be about # picture at most.',
        other: 'A question can be about # pictures at most.',
      }),
      hint: 'Leave one of them out first.',
    }),
    noFile: {
      code: 'picture.no-file',
      message: 'What was dropped here is no picture, only an address or a text.',
      hint: 'Copy the picture and paste it here, or drag a region of the page where it is shown.',
    },
    textNotKept: {
      code: 'picture.text-not-kept',
      message: 'The browser did not keep the text as you corrected it, so that nothing was asked.',
      hint: 'Close other tabs or make room on the disk, and try again.',
    },
    notKept: {
      code: 'picture.not-kept',
      message: 'The browser did not keep the picture.',
      hint: 'Close other tabs or make room on the disk, and try again.',
    },
  },
  ...FILE_WORDS,
  receipt: {
    free: SHARED_WORDS.free,
  },
  start: {
    skip: (title: string) => `Skip “${title}”`,
    skipAll: 'Skip all',
    try: {
      title: 'Try it on this page',
      quickText: 'The built-in engine picks the key sentences in a second. Nothing leaves this computer.',
      text: 'A summary with quotes that you can check on the page.',
    },
    connect: {
      title: 'Connect a model',
      connected: (model: string) => `Connected. ${model} writes your answers now.`,
    },
    select: {
      title: 'Select text',
      text: 'Select text on a page to have it explained or to ask about it. Show quick actions next to it?',
      here: 'On this site',
      everywhere: 'On all sites',
      done: 'Select text on the page to see them. You can undo this in Settings.',
    },
  },
  web: {
    toggle: 'Web',
    hint: 'Ask the web instead of this page',
    ask: 'Ask the web',
    placeholder: 'Ask the web…',
    noEngine: 'No search engine is set up',
    staysHere: 'What you selected, tabs, files and pictures wait for a question about this page.',
  },
} as const;
