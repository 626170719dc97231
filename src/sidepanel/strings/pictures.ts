import { t as shell } from './shell.ts';
import { formatCount, formatList, formatNumber, formatPercent } from '../../lib/base/locale.ts';

export const PICTURE_WORDS = {
  files: {
    ...shell.files,
    show: 'Show in the file',
    sheet: 'In the file',
    close: 'Close',
    textGone: 'The text of this file is no longer kept. Add the file again.',
  },
  pictures: {
    ...shell.pictures,
    picture: 'Picture',
    goneHint: 'It is kept as long as its conversation is, at most for a week. Take it again to see it.',
    textGone: 'Its text is no longer kept. Read the picture again.',

    alt: (width: number, height: number, title: string) =>
      `The picture that was read, ${formatNumber(width)} by ${formatNumber(height)} pixels${title === '' ? '' : `, from “${title}”`}`,
    frame: 'The picture',
    whole: 'Whole picture',
    toWhole: `Show at ${formatPercent(1)}`,
    text: 'Text of the picture',
    textHint: 'You can correct the text. What you change is kept for this session and goes with your next question.',
    doubtful: (n: number) =>
      formatCount(n, { one: '# doubtful word, underlined', other: '# doubtful words, underlined' }),
    nextDoubtful: 'Next doubtful word',
    unread: (n: number) =>
      formatCount(n, {
        one: '# place could not be read, dashed in the picture',
        other: '# places could not be read, dashed in the picture',
      }),
    nextUnread: 'Next unread place',
    copy: 'Copy text',
    copied: 'The text was copied.',
    copyTable: 'Copy as table',
    tableCopied: 'The table was copied. Paste it into a spreadsheet.',
    ask: 'Ask about it',
    undo: 'Undo changes',
    undone: 'The text is again as it was read.',
    edited: 'corrected by you',
    words: (n: number) => formatCount(n, { one: '# word', other: '# words' }),
    readAs: (languages: readonly string[]) => `read on this computer as ${formatList(languages, 'conjunction')}`,
    languages: 'Change languages',
    reduced: 'It had to be made smaller to be read: small print may be missing.',
    readSoFar: (share: number) => `The first ${formatPercent(share)} is read.`,
    stopped: (share: number) => `Stopped: the first ${formatPercent(share)} is read.`,
    readAll: 'Read all of it',
    none: 'No text could be read in this picture.',
    noneNext: [
      'Drag a smaller region, so that the words are larger in it.',
      'If it is in another language, choose that in Settings.',
      'If it is a drawing or a chart, ask what it shows: that takes a model that sees pictures.',
    ],

    sheet: 'In the picture',
    close: 'Close',
    show: 'Show in the picture',
    inPicture: 'in the picture',
    placeGone: 'Where the words stand in it is no longer known.',
  },
} as const;
