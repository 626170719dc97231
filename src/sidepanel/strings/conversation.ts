import type { ClaimMismatch } from '../../lib/agent/frames/frames.ts';
import { formatNumber } from '../../lib/base/numbers.ts';
import { formatCount } from './numbers.ts';
import type { TimelineItem } from '../../lib/agent/log/timeline-item.ts';

export const CONVERSATION_WORDS = {
  requestTitles: {
    summarise: 'Summary',
    screenshot: 'Read the picture',
  },
  earlier: 'Earlier in this conversation',
  present: 'The present question',
  endedEarly: { cancelled: 'Stopped before there was an answer.', failed: 'This was not finished.' },
  thisConversation: 'This conversation',
  alsoTabs: (n: number) => `and ${formatCount(n, 'more tab', 'more tabs')}`,

  selected: 'Selected text',
  showAll: 'Show all of it',
  showLess: 'Show less',
  selectionCut: 'The selection goes on.',

  selection: {
    more: 'More to do with the selection',
  },

  about: {
    label: 'The question is about',
    drop: 'Ask without the selection',
    search: 'Search the web for this?',
    searchNow: 'Search',
  },

  tabs: {
    add: '+ Tab',
    addHint: 'Add other tabs as sources',
    title: 'Tabs of this window',
    none: 'No other tab of this window shows a page that can be read.',
    full: (n: number) => `${formatNumber(n)} tabs at most`,
    hidden: (n: number) => `The browser hides ${formatCount(n, 'tab', 'tabs')} from KnowledgeLens.`,
    chosen: 'Also read',
    drop: (title: string) => `Leave out ${title}`,
  },

  followUp: 'Ask a follow-up…',
  destination: {
    moved: 'This tab shows another page now: your question starts a new conversation.',
    private: 'Your question starts a new, private conversation.',
    kept: 'Your question starts a new conversation, which is kept.',
  },

  history: {
    open: 'History',
    title: 'History',
    one: 'From history',
    search: 'Search history',
    thisPage: 'This page',
    groups: { pinned: 'Pinned', today: 'Today', yesterday: 'Yesterday', earlier: 'Earlier' },
    results: 'Found',
    none: 'Nothing here yet. Your questions and summaries appear here.',
    nothing: (query: string) => `Nothing found for “${query}”.`,
    found: (n: number) => `${formatCount(n, 'conversation', 'conversations')} found`,
    time: (ms: number) => new Date(ms).toLocaleTimeString('en', { timeStyle: 'short' }),
    requests: (n: number) => formatCount(n, 'question', 'questions'),
    continueHere: 'Continue here',

    pin: 'Pin',
    unpin: 'Unpin',
    pinHint: 'A pinned conversation stays until you delete it',
    rename: 'Rename',
    name: 'Name of the conversation',
    saveName: 'Save name',
    cancel: 'Cancel',
    delete: 'Delete',
    options: (title: string) => `Options for ${title}`,
    deleteLive: 'This conversation is still under way. Stop and delete it?',
    stopAndDelete: 'Stop and delete',
    keepIt: 'Keep it',
    deleted: (title: string) => `Deleted: ${title}`,
    undo: 'Undo',
    deleteAll: 'Delete all history…',
    deleteAllSure: (live: boolean) =>
      `Delete all conversations, pinned ones too? ${live ? 'What is under way is stopped. ' : ''}This cannot be undone.`,
    deleteAllNow: 'Delete everything',
    keepThem: 'Keep them',

    private: 'Private: keep nothing',
    privateHelp: 'New conversations are deleted when you leave them or close their tab.',
    privateOn: 'Private: new conversations are not kept.',
    privateStays: 'While “Private” is on, a conversation from History is not continued.',
    turnOff: 'Turn off',
    leftIsDeleted: 'Private: deleted when you leave it',
    kept: {
      day: 'Conversations are kept for a day.',
      week: 'Conversations are kept for a week.',
      month: 'Conversations are kept for 30 days.',
      year: 'Conversations are kept for a year.',
      forever: 'Conversations are kept until you delete them.',
    },
    changeKept: 'Change',
  },
} as const;

type CheckedCounts = NonNullable<TimelineItem['checked']>;

const VERDICTS = {
  verbatim: 'word for word',
  close: 'close: case or punctuation differ',
  shortened: 'shortened: check the words left out',
} as const;

export const QUOTE_WORDS = {
  quotes: {
    title: {
      one: 'Quoted from the page',
      more: 'Quoted from the pages',
      picture: 'Quoted from the picture',
      pictures: 'Quoted from the pictures',
      both: 'Quoted from page and picture',
    },
    label: 'Quotes',
    none: 'No quotes to check',
    /** The first is '' if none is right as it is. */
    proof: (checked: number, toCheck: number, missing: number) => {
      const units = (n: number): string => formatCount(n, 'quote', 'quotes');
      const [first, ...others] = [
        ...(toCheck > 0 ? [[toCheck, 'to check'] as const] : []),
        ...(missing > 0 ? [[missing, 'not found'] as const] : []),
      ].map(([n, verdict], index) => `${checked + index > 0 ? formatNumber(n) : units(n)} ${verdict}`);
      return [checked > 0 ? `${units(checked)} checked` : '', ...(first === undefined ? [] : [first, ...others])];
    },
    verdicts: VERDICTS,
    /** `show`: what a click does. */
    chip: (
      n: number,
      verdict: keyof typeof VERDICTS,
      words: string,
      show: string,
      mismatches: readonly ClaimMismatch[],
    ) =>
      [
        `Quote ${formatNumber(n)}, ${VERDICTS[verdict]}: “${words}”`,
        ...mismatches.map(
          ({ claim, source }) =>
            `Check this: the answer says “${claim}”, the source says ${source === '' ? 'nothing of the kind' : `“${source}”`}.`,
        ),
        show,
      ].join(' '),
    show: 'Show on the page',
    /** Headings, outermost first. */
    path: (headings: readonly string[]) => headings.join(' › '),
    unverified: 'unverified',
    unverifiedHint: 'This quote was not found in what was read.',
    leftOut: 'left out:',
    missing: (n: number) =>
      n === 1
        ? 'One quote could not be found in what was read and is not shown as a source.'
        : `${formatNumber(n)} quotes could not be found in what was read and are not shown as sources.`,
    checked: ({ found, turned, shortened, missing }: CheckedCounts) => {
      const all = formatCount(found + shortened + missing, 'quote', 'quotes');
      if (found + shortened === 0) return `${all}, ${missing === 1 ? 'not found' : 'none found'}`;
      return [
        all,
        ...(missing + shortened > 0 ? [] : [found === 1 ? 'found' : 'all found']),
        ...(shortened + turned > 0 ? [`${formatNumber(shortened + turned)} to check`] : []),
        ...(missing > 0 ? [`${formatNumber(missing)} not found`] : []),
      ].join(', ');
    },
    checkThis: 'check this',
    answerSays: 'The answer says',
    sourceSays: 'the source says',
    /** Where the source has no such number, name or word. */
    nothing: 'nothing of the kind',
    looking: 'Looking for it on the page…',
    shown: {
      highlighted: 'Shown on the page.',
      moved: 'The page has changed since: this is the place that fits best.',
      opened: 'Opened the page again.',
      'not-found': 'This passage is no longer on the page.',
    },
  },
} as const;

export const ENGINE_WORDS = {
  madeBy: {
    summary: 'Key sentences of the page, no AI',
    answer: 'Sentences found by matching words, no AI',
  },
  nearest: {
    title: 'Nearest passages',
    why: 'The built-in engine looks for the words of the question. A language model may find more.',
    chooseModel: 'Choose a model',
  },
} as const;

export const ERROR_WORDS = {
  errors: {
    'page.no-access': 'No access to this tab',
    'page.browser-page': 'A page of the browser itself',
    'page.empty': 'No text on this page',
    'page.consent': 'Only a consent dialog',
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
    'selection.frame': 'The selection is out of reach',
    'agent.file': 'The file was not read',
    'agent.gone': 'The agent is gone',
    'agent.no-model': 'This needs a language model',
    'picture.broken': 'Not a picture',
    'picture.too-large': 'The picture is too large',
    'picture.too-many': 'Too many pictures',
    'picture.no-file': 'Not a picture',
    'picture.not-kept': 'The picture was not kept',
    'picture.text-not-kept': 'The text was not kept',
    'picture.gone': 'The picture is gone',
    'picture.none': 'No picture',
    'model.only-quotes': 'This needs a language model',
    'model.unreachable': 'The model’s server cannot be reached',
    'model.unauthorized': 'The key was not accepted',
    'model.forbidden': 'Blocked by the server',
    'model.origin': 'Blocked by the server',
    'model.not-found': 'The server does not know this model',
    'model.rate-limited': 'Rate limit reached',
    'model.server': 'The model’s server failed',
    'model.cut': 'Connection lost',
    'model.wrong-type': 'Unexpected response',
    'model.redirect': 'Redirected',
    'model.too-large': 'Too long for this model',
    'limit.tokens': 'The token budget is used up',
    'limit.cost': 'Cost limit reached',
    'limit.steps': 'Step limit reached',
    'limit.retries': 'The model’s replies couldn’t be used',
    'limit.time': 'Time limit reached',
    'limit.context': 'Too long for this model',
    'worker.silent': 'No answer from the extension',
  } as Readonly<Record<string, string>>,
} as const;
