import { t as shell } from './shell.ts';
import { formatCount, formatList, formatNumber, formatPercent } from '../../lib/base/locale.ts';

export const PICTURE_WORDS = {
  files: {
    ...shell.files,
    show: 'Show in the file',
    sheet: 'In the file',
    close: 'Close',
    textGone: 'This file’s text is no longer saved. Add the file again.',
  },
  pictures: {
    ...shell.pictures,
    picture: 'Picture',
    goneHint: 'Pictures are saved with their conversation, for a week at most. Capture it again to see it.',
    textGone: 'Its text is no longer saved. Read the picture again.',

    alt: (width: number, height: number, title: string) =>
      `The picture that was read, ${formatNumber(width)} by ${formatNumber(height)} pixels${title === '' ? '' : `, from “${title}”`}`,
    frame: 'Picture',
    whole: 'Whole picture',
    toWhole: `Show at ${formatPercent(1)}`,
    text: 'Text of the picture',
    textHint: 'You can correct the text. Your next question uses your corrections.',
    doubtful: (n: number) => formatCount(n, { one: '# uncertain word', other: '# uncertain words' }),
    nextDoubtful: 'Next uncertain word',
    unread: (n: number) =>
      formatCount(n, {
        one: '# unread place',
        other: '# unread places',
      }),
    nextUnread: 'Next unread place',
    copy: 'Copy text',
    copied: 'The text was copied.',
    copyTable: 'Copy as table',
    tableCopied: 'The table was copied. Paste it into a spreadsheet.',
    ask: 'Ask about this picture',
    undo: 'Undo changes',
    undone: 'Changes undone.',
    edited: 'corrected by you',
    words: (n: number) => formatCount(n, { one: '# word', other: '# words' }),
    readAs: (languages: readonly string[]) => `read on this computer as ${formatList(languages, 'conjunction')}`,
    languages: 'Change languages',
    reduced: 'The picture was made smaller to be read. Small print may be missing.',
    readSoFar: (share: number) => `The first ${formatPercent(share)} is read.`,
    stopped: (share: number) => `Stopped: the first ${formatPercent(share)} is read.`,
    readAll: 'Read the rest',
    none: 'No text was found in this picture.',
    noneNext: [
      'Capture a smaller area to make the words larger.',
      'Choose the language of the text in Settings.',
      'Ask a model that supports pictures what a drawing or chart shows.',
    ],

    sheet: 'In the picture',
    close: 'Close',
    show: 'Show in the picture',
    inPicture: 'in the picture',
    placeGone: 'The place of these words is no longer known.',
  },
} as const;
