import { FORM_WORDS } from '../../ui/form-words.ts';
import { t as shell } from './shell.ts';
import type { Citation } from '../../lib/agent/frames/frames.ts';
import { formatTime } from '../../lib/base/dates.ts';
import { formatCount, formatList, formatNumber } from '../../lib/base/locale.ts';
import type { TimelineItem } from '../../lib/agent/log/timeline-item.ts';

export const CONVERSATION_WORDS = {
  requestTitles: {
    summarise: 'Summary',
    screenshot: 'Read the picture',
    translate: 'Translate the page into {language}',
  },
  earlier: 'Earlier in this conversation',
  present: 'Current question',
  endedEarly: { cancelled: 'Stopped before there was an answer.', failed: 'Couldn’t finish.' },
  thisConversation: 'This conversation',

  selected: 'Selected text',
  showAll: 'Show all',
  showLess: 'Show less',
  selectionCut: 'Only the beginning is shown.',

  history: {
    ...shell.history,
    title: shell.history.open,
    close: 'Close history',
    one: 'From history',
    search: 'Search history',
    thisPage: 'This page',
    groups: { pinned: 'Pinned', today: 'Today', yesterday: 'Yesterday', earlier: 'Earlier' },
    results: 'Found',
    none: 'Your conversations will appear here.',
    nothing: (query: string) => `Nothing found for “${query}”.`,
    found: (n: number) => formatCount(n, { one: '# conversation found', other: '# conversations found' }),
    time: formatTime,
    requests: (n: number) => formatCount(n, { one: '# question', other: '# questions' }),
    bySchedule: (name: string) => `By schedule: ${name}`,
    continueHere: 'Continue here',

    pin: 'Pin conversation',
    unpin: 'Unpin conversation',
    rename: 'Rename',
    name: 'Name of the conversation',
    saveName: 'Save name',
    cancel: FORM_WORDS.cancel,
    delete: 'Delete',
    options: (title: string) => `Options for ${title}`,
    deleteLive: 'This conversation is still running. Stop and delete it?',
    stopAndDelete: 'Stop and delete',
    keepIt: 'Keep it',
    deleteAll: 'Delete all history…',
    deleteAllSure: 'Stop and delete all conversations, pinned ones too? This can’t be undone.',
    deleteAllNow: 'Delete everything',
    keepThem: 'Keep them',

    private: FORM_WORDS.private,
    privateHelp: 'New conversations are deleted when you leave them or close their tab.',
    privateStays: 'Turn off “Private” to continue a conversation from History.',
    leftIsDeleted: 'Private: deleted when you leave it',
    kept: {
      day: 'Conversations are saved for a day.',
      week: 'Conversations are saved for a week.',
      month: 'Conversations are saved for 30 days.',
      year: 'Conversations are saved for a year.',
      forever: 'Conversations are saved until you delete them.',
    },
    changeKept: 'Change',
  },
} as const;

type CheckedCounts = NonNullable<TimelineItem['checked']>;

const VERDICTS = {
  verbatim: 'word for word',
  close: 'near match (case or punctuation)',
  shortened: 'shortened (check the omitted words)',
} as const;

const formatDoubts = (model: string): string => `${model} doubts this:`;

const formatQuotes = (n: number): string => formatCount(n, { one: '# quote', other: '# quotes' });

export const QUOTE_WORDS = {
  quotes: {
    title: {
      one: 'Quoted from the page',
      more: 'Quoted from the pages',
      picture: 'Quoted from the picture',
      pictures: 'Quoted from the pictures',
      file: 'Quoted from the file',
      files: 'Quoted from the files',
      mixed: 'Quoted from several sources',
      both: 'Quoted from page and picture',
    },
    label: 'Quotes',
    none: 'No quotes to check',
    /** The first is '' if none is right as it is. */
    proof: (checked: number, toCheck: number, missing: number) => {
      const [first, ...others] = [
        ...(toCheck > 0 ? [[toCheck, 'to check'] as const] : []),
        ...(missing > 0 ? [[missing, 'not found'] as const] : []),
      ].map(([n, verdict], index) => `${checked + index > 0 ? formatNumber(n) : formatQuotes(n)} ${verdict}`);
      return [
        checked > 0 ? `${formatQuotes(checked)} checked` : '',
        ...(first === undefined ? [] : [first, ...others]),
      ];
    },
    verdicts: VERDICTS,
    /** `show`: what a click does. */
    chip: (
      n: number,
      words: string,
      show: string,
      {
        verdict,
        mismatches,
        doubts = [],
        comment,
      }: Pick<Citation, 'mismatches' | 'doubts'> & {
        readonly verdict: keyof typeof VERDICTS;
        /** One of `comments`, '' for none. */
        readonly comment: string;
      },
    ) =>
      [
        `Quote ${formatNumber(n)}, ${VERDICTS[verdict]}${comment === '' ? '' : `, from a ${comment}`}: “${words}”`,
        ...mismatches.map(
          ({ claim, source }) =>
            `Check this: the answer says “${claim}”, the source ${source === '' ? 'doesn’t' : `says “${source}”`}.`,
        ),
        ...doubts.map(({ by, reason }) => `${formatDoubts(by)} “${reason}”.`),
        show,
      ].join(' '),
    show: 'Show on the page',
    /** Marks a quote that the page’s author did not write, by whether it is of a review. */
    comments: { none: 'comment', some: 'comment or review', all: 'review' },
    inComments: 'In comments and reviews',
    /** Headings, outermost first. */
    path: (headings: readonly string[]) => headings.join(' › '),
    unverified: 'unverified',
    unverifiedHint: 'This quote wasn’t found in the sources.',
    leftOut: 'omitted:',
    missing: (n: number) =>
      formatCount(n, {
        one: '# claim couldn’t be verified and has no source.',
        other: '# claims couldn’t be verified and have no source.',
      }),
    checked: ({ found, turned, shortened, missing }: CheckedCounts) => {
      if (found + shortened === 0)
        return formatCount(missing, { one: '# quote not found', other: '# quotes not found' });
      return formatList([
        missing + shortened > 0
          ? formatQuotes(found + shortened + missing)
          : formatCount(found, { one: '# quote found', other: '# quotes found' }),
        ...(shortened + turned > 0 ? [`${formatNumber(shortened + turned)} to check`] : []),
        ...(missing > 0 ? [`${formatNumber(missing)} not found`] : []),
      ]);
    },
    checkThis: 'check this',
    doubtsThis: formatDoubts,
    doubted: 'doubted',
    opinions: (n: number) => `${formatNumber(n)} doubted`,
    answerSays: 'The answer says',
    sourceSays: 'the source says',
    /** If the source has no such number, name or word. */
    sourceDoesNot: 'the source doesn’t.',
    looking: 'Finding it on the page…',
    shown: {
      highlighted: 'Shown on the page.',
      moved: 'The page has changed. This is the best match.',
      opened: 'Opened the page again.',
      'not-found': 'That passage is no longer on the page.',
    },
    onlyInData: 'That passage is in the page’s data only, which it doesn’t show as text.',
  },
} as const;

export const ENGINE_WORDS = {
  madeBy: {
    summary: 'Key sentences, no AI',
    answer: 'Sentences found by matching words, no AI',
  },
  nearest: {
    title: 'Nearest passages',
    why: 'The built-in engine matches words. A language model may find more.',
    chooseModel: 'Choose a model',
  },
} as const;
