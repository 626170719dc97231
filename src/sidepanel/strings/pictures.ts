import { formatCount, formatNumber } from './numbers.ts';

export const PICTURE_WORDS = {
  pictures: {
    region: 'Read region',
    more: 'More pictures to read',
    visible: 'Read what is in view',
    choose: 'Choose a picture from this computer…',
    noAccess: (shortcut: string) =>
      `The browser lets a picture of this tab be taken only after a click on the KnowledgeLens icon in the toolbar over it${
        shortcut === '' ? '' : ` (or ${shortcut})`
      }, or once all sites are allowed.`,
    stillChoose: 'A picture that you choose, paste or drop here can always be read.',
    choosing: 'Drag over the page what you want to read. Esc stops.',
    drop: 'Drop the picture here',
    attached: 'Pictures that the question is about',
    placeholder: 'Ask about the picture…',
    picture: 'Picture',
    numbered: (index: number, of: number) =>
      of === 1 ? 'Picture' : `Picture ${formatNumber(index)} of ${formatNumber(of)}`,
    size: (width: number, height: number) => `${formatNumber(width)} × ${formatNumber(height)}`,
    stays: 'from before',
    read: 'Read its text',
    leaveOut: (name: string) => `Leave out: ${name}`,
    gone: 'The picture is no longer kept.',
    goneHint: 'It is kept as long as its conversation is, at most for a week. Take it again to see it.',
    textGone: 'Its text is no longer kept. Read the picture again.',
    share: (share: number) => `${formatNumber(Math.floor(share * 100))} %`,

    alt: (width: number, height: number, title: string) =>
      `The picture that was read, ${formatNumber(width)} by ${formatNumber(height)} pixels${title === '' ? '' : `, from “${title}”`}`,
    frame: 'The picture',
    toWhole: 'Show at 100 %',
    text: 'Text of the picture',
    textHint: 'You can correct the text. What you change is kept for this session and goes with your next question.',
    doubtful: (n: number) => `${formatCount(n, 'doubtful word', 'doubtful words')}, underlined`,
    nextDoubtful: 'Next doubtful word',
    copy: 'Copy text',
    copied: 'The text was copied.',
    ask: 'Ask about it',
    undo: 'Undo changes',
    undone: 'The text is again as it was read.',
    edited: 'corrected by you',
    words: (n: number) => formatCount(n, 'word', 'words'),
    readAs: (languages: readonly string[]) => `read on this computer as ${languages.join(' and ')}`,
    languages: 'Change languages',
    reduced: 'It had to be made smaller to be read: small print may be missing.',
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

    tooMany: (n: number) => ({
      code: 'picture.too-many',
      message: `A question can be about ${formatNumber(n)} pictures at most.`,
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
} as const;
