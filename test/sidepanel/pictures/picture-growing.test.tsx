/** A large picture while it is read band by band, and once it was stopped. */
import axe from 'axe-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { READING, readPicture, screenshotRun, wishOf } from '../kit/picture-frames.ts';
import { estimated, say } from '../kit/script.ts';
import { find, open, page, press } from '../kit/stand.tsx';

const field = (): HTMLTextAreaElement | null =>
  find('textarea[aria-label="Text of the picture"]') as HTMLTextAreaElement;

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

describe('a large picture, of which a part is read', () => {
  const half = async (...end: readonly FrameDraft[]) => {
    const read = await readPicture();
    const part = { ...read.result({ readShare: 0.42 }), final: false, end: false } as FrameDraft;
    const host = await open(estimated(), [...screenshotRun(read).slice(0, 3), part, ...end], {}, { album: read.album });
    return { host, read };
  };

  it('shows the text so far while the rest is read, which cannot be changed yet', async () => {
    await half();
    expect(page().textContent).toContain('The first 42% is read.');
    expect(find('[role="group"][aria-label="Text of the picture"]')?.textContent).toBe(READING.text);
    expect(field()).toBeNull();
    expect(page().textContent).not.toContain('Stopped');
    expect((await axe.run(page())).violations).toEqual([]);
  });

  it('keeps it when it is stopped, says so, and is read whole by a press; until then it cannot be changed', async () => {
    const { host, read } = await half(say.control({ control: 'cancel' }));
    expect(page().textContent).toContain('Stopped: the first 42% is read.');
    expect(page().textContent).not.toContain('Nothing was written yet.');
    expect(find('[role="group"][aria-label="Text of the picture"]')?.textContent).toBe(READING.text);
    expect(field()).toBeNull();
    expect((await axe.run(page())).violations).toEqual([]);
    await press('Read the rest');
    const sent = host.requests.filter(({ type }) => type === 'picture.read');
    expect(sent).toMatchObject([{ pictures: [wishOf(read.hash)] }]);
  });
});
