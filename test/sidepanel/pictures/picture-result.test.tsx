/** A picture that was read: seen, corrected, copied and asked about. */
import axe from 'axe-core';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { acted } from '../kit/acted.ts';

import { PICTURE, READING, readPicture, screenshotRun, screenshotSpec, wishOf } from '../kit/picture-frames.ts';
import { estimated, frames, RUN, say } from '../kit/script.ts';
import { MAX_PICTURES } from '../../../src/lib/protocol/requests/bounds.ts';
import { alert, button, deleteAllHistory, find, listOne, open, page, press, status, type } from '../kit/stand.tsx';

const OTHER = 'd'.repeat(64);
const field = (): HTMLTextAreaElement => find('textarea[aria-label="Text of the picture"]') as HTMLTextAreaElement;
const marks = (): readonly string[] =>
  [...page().querySelectorAll('.ground mark')].map((mark) => `${mark.className} ${mark.textContent}`);
const rects = (): readonly (string | null)[] =>
  [...page().querySelectorAll('rect')].map((rect) => rect.getAttribute('width'));
const caretTo = (offset: number): Promise<void> =>
  acted(() => {
    field().focus();
    field().setSelectionRange(offset, offset);
    field().dispatchEvent(new KeyboardEvent('keyup', { bubbles: true })); // on which React looks where the caret is
  });
/** A mouse at that place of the picture, whose width on screen is the picture's own. */
const onPicture = (name: string, x: number, y: number): Promise<void> =>
  acted(
    () => void find('.picture-ground')?.dispatchEvent(new MouseEvent(name, { bubbles: true, clientX: x, clientY: y })),
  );

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

const opened = async (meta: Readonly<Record<string, unknown>> = {}, reading = READING) => {
  const read = await readPicture(reading);
  const host = await open(estimated(), screenshotRun(read, meta), {}, { album: read.album });
  return { host, read };
};

describe('a picture that was read', () => {
  it('stands with its text beside it, and says how many words, in which language, and what may be missing', async () => {
    await opened({ reduced: true, languages: ['eng', 'deu'] });
    expect(status()).toBe('Text ready');
    expect(find('.picture img')?.getAttribute('alt')).toBe('The picture that was read, 200 by 100 pixels');
    expect(field().value).toBe(READING.text);
    const words = find('.about-picture')?.textContent;
    expect(words).toContain('4 words');
    expect(words).toContain('English and German');
    expect(words).toContain('Small print may be missing');
  });

  it('has the text first and is a strip below it, until it is opened', async () => {
    await opened();
    const frame = find('.picture-frame');
    expect(field().compareDocumentPosition(frame ?? field())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(frame?.dataset['folded']).toBe('true');
    expect(button('Show at 100%')).toBeUndefined();
    await press('Whole picture');
    expect(frame?.dataset['folded']).toBe('false');
    expect(button('Whole picture')?.getAttribute('aria-expanded')).toBe('true');
  });

  it('leads to the languages in the settings', async () => {
    const { host } = await opened();
    await press('Change languages');
    expect(host.did).toContain('languages');
  });

  it('marks doubtful words, counts them, and leads from one to the next', async () => {
    await opened();
    expect(marks()).toEqual(['doubtful ciose']);
    expect(find('.doubts')?.textContent).toContain('1 uncertain word');
    await press('Next uncertain word');
    expect(document.activeElement).toBe(field());
    expect([field().selectionStart, field().selectionEnd]).toEqual([6, 11]);
    expect(marks()).toEqual(['doubtful lit ciose']);
  });

  it('says how many places could not be read, marks them in the picture, and leads from one to the next', async () => {
    const unread = [40, 70].map((y) => ({ x: 100, y, width: 60, height: 20 }));
    await opened({}, { ...READING, unread });
    expect(find('.fine.unread')?.textContent).toBe('2 unread places');
    expect(page().querySelectorAll('rect.unread')).toHaveLength(2);
    const led = () => find('rect:not(.unread)')?.getAttribute('y');
    await press('Next unread place');
    const first = led();
    await press('Next unread place');
    expect(Number(led()) - Number(first)).toBe(30);
    await press('Next unread place');
    expect(led()).toBe(first);
    await caretTo(6);
    expect(led()).not.toBe(first);
  });

  it('marks what could not be read where nothing could', async () => {
    const unread = [{ x: 100, y: 40, width: 60, height: 20 }];
    await opened({ words: 0 }, { ...READING, text: '', words: [], unread });
    expect(find('.no-text')).not.toBeNull();
    expect(find('.fine.unread')?.textContent).toContain('1 unread place');
    expect(page().querySelectorAll('rect.unread')).toHaveLength(1);
  });

  it('lights the box of the word that the caret is in, and the word that the pointer is over', async () => {
    await opened();
    expect(rects()).toEqual([]);
    await caretTo(13);
    expect(rects()).toHaveLength(1);
    expect(marks()).toContain('lit at');
    await onPicture('mousemove', 20, 15);
    expect(marks()).toContain('lit Gates');
    await onPicture('mousemove', 190, 90);
    expect(marks()).toContain('lit at');
  });

  it('scrolls the word that it leads to into view, in the text as in the picture', async () => {
    const scrolled: (string | null)[] = [];
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this.textContent);
    };
    await opened();
    await press('Next uncertain word');
    await onPicture('click', 15, 45);
    await press('Next uncertain word');
    expect(scrolled).toEqual(['ciose', 'at', 'ciose']);
  });

  it('does not move the picture away from under the pointer', async () => {
    await opened();
    const frame = find('.picture-frame');
    await caretTo(13);
    if (frame !== null) frame.scrollTop = 77;
    await onPicture('mousemove', 20, 15);
    await onPicture('mousemove', 190, 90);
    expect(frame?.scrollTop).toBe(77);
  });

  it('puts the caret at the word whose box is clicked', async () => {
    await opened();
    await onPicture('click', 75, 15);
    expect(document.activeElement).toBe(field());
    expect([field().selectionStart, field().selectionEnd]).toEqual([6, 11]);
  });

  it('can be corrected: the words keep their boxes, what was doubtful is not any more, and all of it is copied', async () => {
    const { host, read } = await opened();
    type(field(), 'Gates close\nat 3');
    expect(marks()).toEqual([]);
    expect(find('.doubts')).toBeNull();
    await caretTo(8);
    expect(rects()).toHaveLength(1);
    await press('Copy text');
    expect(host.did).toContain('copy Gates close\nat 3');
    expect(find('.about-picture')?.textContent).toContain('corrected by you');
    await press('Undo changes');
    expect(field().value).toBe(READING.text);
    expect(button('Undo changes')).toBeUndefined();
    expect(read.album.texts.get(read.body)).toBe(READING.text);
  });

  it('offers its table for a spreadsheet, as it was corrected, and no other text', async () => {
    const { host } = await opened();
    expect(button('Copy as table')).toBeUndefined();
    type(field(), '| Gates | close |\n| ----- | ----- |\n|       | at 3  |');
    await import('../../../src/sidepanel/pictures/copy-tables.ts'); // loaded at the first copy
    await press('Copy as table');
    expect(host.did).toContain('copy Gates\tclose\n\tat 3');
    expect(host.did.at(-1)).toMatch(/^as <table>/);
    expect(page().textContent).toContain('The table was copied.');
  });

  it('is as it was corrected when the panel is opened again', async () => {
    const read = await readPicture();
    read.album.corrections.set(PICTURE, { base: read.body, text: 'Gates close' });
    await open(estimated(), screenshotRun(read), {}, { album: read.album });
    expect(field().value).toBe('Gates close');
  });

  it('is not as another reading of it was corrected', async () => {
    const read = await readPicture();
    read.album.corrections.set(PICTURE, { base: OTHER, text: 'Tore zu' });
    await open(estimated(), screenshotRun(read), {}, { album: read.album });
    expect(field().value).toBe(READING.text);
  });

  it.each(['if (a)\n    b()', '41  if (a)\n42    b()'])(
    'stands in one width of letters where lines are indented',
    async (text) => {
      await opened({}, { ...READING, text, words: [] });
      expect(find('.picture-text')?.dataset['indented']).toBe('true');
    },
  );

  it('can be asked about: the field has the focus, and the picture is part of the question', async () => {
    await opened();
    await press('Remove: Picture');
    expect(page().querySelectorAll('.picture-chips .chip')).toHaveLength(0);
    await press('Ask about this picture');
    expect(page().querySelectorAll('.picture-chips .chip')).toHaveLength(1);
    expect(document.activeElement?.id).toBe('ask-field');
  });

  it('is asked about only where there is room for one more', async () => {
    const { host } = await opened();
    await press('Remove: Picture');
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const files = ['1', '2', '3', '4'].map((name) => new File([name], `${name}.png`, { type: 'image/png' }));
    Object.defineProperty(event, 'clipboardData', { value: { files, types: ['Files'], getData: () => '' } });
    await acted(() => void document.body.dispatchEvent(event));
    await press('Ask about this picture');
    expect(page().querySelectorAll('.picture-chips .chip')).toHaveLength(MAX_PICTURES);
    expect(alert()).toContain('at most 4 pictures');
    expect(host.album.kept.size).toBe(5);
  });

  it('keeps what was typed where the history could not be deleted', async () => {
    const read = await readPicture();
    const refused = { ok: false, error: { code: 'x', message: 'No.', hint: 'Again.' } } as const;
    await open(
      estimated(),
      screenshotRun(read),
      { 'history.clear': () => refused, 'history.list': listOne },
      { album: read.album },
    );
    type(field(), 'Gates close');
    await deleteAllHistory();
    expect(field().value).toBe('Gates close');
  });

  it('says so where what is kept of it cannot be read', async () => {
    const read = await readPicture();
    read.album.texts.set(read.reading, '{');
    await open(estimated(), screenshotRun(read), {}, { album: read.album });
    expect(page().textContent).toContain('Its text is no longer saved.');
  });

  it('shows pixel by pixel on demand', async () => {
    await opened();
    expect(find('.picture-ground')?.style.width).toBe('');
    await press('Whole picture');
    await press('Show at 100%');
    expect(button('Show at 100%')?.getAttribute('aria-pressed')).toBe('true');
    expect(find('.picture-ground')?.style.width).toBe('200px');
  });

  it('says what to do next where there is no text in it', async () => {
    await opened({ words: 0 }, { ...READING, text: '', words: [] });
    expect(field()).toBeNull();
    expect(find('.picture-frame')?.dataset['folded']).toBe('false');
    expect(find('.no-text')?.textContent).toContain('Capture a smaller area');
    expect(find('.no-text')?.textContent).toContain('Settings');
    expect(button('Copy text')).toBeUndefined();
    expect(button('Ask about this picture')).toBeDefined();
  });

  it('says so where the picture is kept no longer, and keeps its text', async () => {
    const read = await readPicture();
    read.album.kept.clear();
    await open(estimated(), screenshotRun(read), {}, { album: read.album });
    expect(page().textContent).toContain('The picture is no longer saved.');
    expect(field().value).toBe(READING.text);
  });

  it('shows the words that the run remembers where the text is kept no longer', async () => {
    const read = await readPicture();
    read.album.texts.clear();
    await open(estimated(), screenshotRun(read), {}, { album: read.album });
    expect(page().textContent).toContain('Its text is no longer saved.');
    expect(find('.said')?.textContent).toBe(READING.text);
  });

  it('is one after the other where there are several', async () => {
    const [one, two] = [await readPicture(), await readPicture({ ...READING, text: 'Two', words: [] }, OTHER)];
    const [invoked, plan, call, result, answer] = screenshotRun(one);
    const spec = screenshotSpec([wishOf(PICTURE), wishOf(OTHER)]);
    const run = [invoked, plan, call, result, answer].flatMap((frame, at) =>
      frame === undefined
        ? []
        : at === 0
          ? [say.invoked(spec)]
          : at === 3
            ? [{ ...result, final: false, end: false } as never, { ...two.result(), index: 1 } as never]
            : [frame],
    );
    await open(estimated(), run, {}, { album: two.into(one.album) });
    expect([...page().querySelectorAll('.picture-result h3')].map((h) => h.textContent)).toEqual([
      'Picture 1 of 2',
      'Picture 2 of 2',
    ]);
    expect(
      [...page().querySelectorAll<HTMLTextAreaElement>('.picture-result textarea')].map(({ value }) => value),
    ).toEqual([READING.text, 'Two']);
  });

  it('passes the automatic accessibility checks', async () => {
    const { host } = await opened();
    await acted(() => host.album.choose(7, true));
    const { violations } = await act(() =>
      axe.run(page(), { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } }),
    );
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
});

describe('while a picture is read', () => {
  it('says how far it is, by figure and bar, and not once more when it is done', async () => {
    const read = await readPicture();
    const run = screenshotRun(read);
    const host = await open(estimated(), run.slice(0, 3), {}, { album: read.album });
    expect(status()).toBe('Reading the picture');
    expect(find('.share')).toBeNull();
    await acted(() => host.emit({ type: 'progress', runId: RUN, key: 'extract_screenshot_text', share: 0.429 }));
    expect(find('.doing')?.textContent).toBe('Reading the picture42%');
    expect(find('progress')?.getAttribute('value')).toBe('0.429');
    await acted(() => host.emit({ type: 'progress', runId: RUN, key: 'another', share: 0.9 }));
    expect(find('.share')).toBeNull();
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...run) }));
    expect(find('.share')).toBeNull();
  });
});
