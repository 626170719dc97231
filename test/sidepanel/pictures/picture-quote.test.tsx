/** A quote from a picture, which is shown in it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { acted } from '../kit/acted.ts';
import { citation, PICTURE, READING, readPicture, wishOf } from '../kit/picture-frames.ts';
import { estimated, say } from '../kit/script.ts';
import { article, find, key, open, press } from '../kit/stand.tsx';

const OTHER = 'd'.repeat(64);

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

describe('a quote from a picture', () => {
  const quoted = async (gone = false) => {
    const read = await readPicture();
    if (gone) read.album.kept.clear();
    const run = [
      say.invoked({ job: 'ask', goal: 'When?', pictures: [wishOf(PICTURE)] }),
      say.plan(1),
      say.toolCall('extract_screenshot_text'),
      read.result(),
      say.answer('At three [ciose at 3](#).', '', [citation(read.body, 6, 16, 'ciose at 3')]),
    ];
    return open(estimated(), run, {}, { album: read.album });
  };
  const sheet = (): HTMLElement | null => find('dialog');

  it('is said to be in the picture, by its mark and in the list', async () => {
    await quoted();
    expect(find('.quote-mark[data-number]')?.getAttribute('aria-label')).toContain('Show in the picture');
    expect(find('.quotes')?.textContent).toContain('Quoted from the picture');
    expect(find('.quotes .entry')?.textContent).toContain('in the picture');
  });

  it('opens the picture with a box for each line of its words, and Escape closes it and nothing else', async () => {
    const host = await quoted();
    await acted(() => find('.quote-mark[data-number]')?.click());
    expect(sheet()?.querySelector('img')).not.toBeNull();
    expect(sheet()?.querySelector('q')?.textContent).toBe('ciose at 3');
    expect(sheet()?.querySelectorAll('rect')).toHaveLength(2);
    await key(find('dialog button'), { key: 'Escape' });
    expect(sheet()).toBeNull();
    expect(host.requests.map(({ type: name }) => name)).not.toContain('run.cancel');
    await acted(() => find('.quotes .entry')?.click());
    expect(sheet()).not.toBeNull();
    await press('Close');
    expect(sheet()).toBeNull();
  });

  it('that two pictures say is shown in its own', async () => {
    const [one, two] = [await readPicture(), await readPicture(READING, OTHER)];
    one.album.kept.set(OTHER, new Blob(['other'], { type: 'image/gif' }));
    URL.createObjectURL = (blob) => `blob:${(blob as Blob).type}`;
    const cited = citation(one.body, 6, 16, 'ciose at 3');
    const run = [
      say.invoked({ job: 'ask', goal: 'When?', pictures: [wishOf(PICTURE), wishOf(OTHER)] }),
      say.plan(1),
      say.toolCall('extract_screenshot_text'),
      { ...one.result(), final: false, end: false } as never,
      { ...two.result(), index: 1 } as never,
      say.answer('At three [ciose at 3](#).', '', [
        { ...cited, place: cited.place && { ...cited.place, picture: PICTURE } },
      ]),
    ];
    await open(estimated(), run, {}, { album: one.album });
    await acted(() => find('.quote-mark[data-number]')?.click());
    expect(sheet()?.querySelector('img')?.src).toBe('blob:image/png');
  });

  it('says so where the picture is kept no longer', async () => {
    await quoted(true);
    await acted(() => find('.quote-mark[data-number]')?.click());
    expect(sheet()?.textContent).toContain('The picture is no longer saved.');
  });

  it('is told in the steps with the picture in small', async () => {
    await quoted();
    expect(find('.steps .result img')).not.toBeNull();
    expect(find('.steps .preview')?.textContent).toContain('Gates ciose');
  });

  it('stands in an answer that is read as any other', async () => {
    await quoted();
    expect(article('Answer')?.textContent).toContain('At three');
  });
});
