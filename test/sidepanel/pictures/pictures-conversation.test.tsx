/** A conversation that is about pictures stays about them until they are left out. */
import { beforeEach, describe, expect, it } from 'vitest';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { acted } from '../kit/acted.ts';
import { PICTURE, readPicture, screenshotRun, wishOf } from '../kit/picture-frames.ts';
import { estimated, frames, RUN, say, SPEC, TAB } from '../kit/script.ts';
import { find, key, leave, open, page, press, type } from '../kit/stand.tsx';

type Host = Awaited<ReturnType<typeof open>>;
const box = (): HTMLTextAreaElement | null => find('textarea[aria-label="Ask about this page"]') as HTMLTextAreaElement;
const sent = (host: Host, name: string) => host.requests.filter((request) => request.type === name);
const chips = (): readonly HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.picture-chips .chip')];
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};

const asked = say.control({
  control: 'follow',
  request: { ...wishIn(SPEC), job: 'ask', goal: 'When?', pictures: [wishOf(PICTURE)] },
  config: termsIn(SPEC),
});

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

describe('a conversation about pictures', () => {
  it('stays about them, with the newest correction, until they are left out', async () => {
    const read = await readPicture();
    const host = await open(estimated(), screenshotRun(read), {}, { album: read.album });
    expect(chips()[0]?.textContent).toContain('still attached');
    expect(chips()[0]?.textContent).toContain('200 × 100');
    type(find('textarea[aria-label="Text of the picture"]') as HTMLTextAreaElement, 'Gates close\nat 3');
    await ask('When?');
    const [follow] = sent(host, 'run.follow') as unknown as readonly { pictures: readonly { text: string }[] }[];
    expect(read.album.texts.get(follow?.pictures[0]?.text ?? '')).toBe('Gates close\nat 3');
  });

  it('goes on without those that were left out', async () => {
    const read = await readPicture();
    const host = await open(estimated(), screenshotRun(read), {}, { album: read.album });
    await press('Remove: Picture');
    expect(chips()).toHaveLength(0);
    await ask('And the page?');
    expect(sent(host, 'run.follow')).toMatchObject([{ pictures: [] }]);
  });

  it('goes on wherever the tab goes, and is left when the person wants a new one', async () => {
    const read = await readPicture();
    const elsewhere = estimated({ url: 'https://elsewhere.example/', title: 'Elsewhere' });
    const run = screenshotRun(read, { url: TAB.url, title: TAB.title });
    const host = await open(elsewhere, run, {}, { album: read.album });
    await ask('When?');
    expect(sent(host, 'run.follow')).toMatchObject([{ pictures: [{ hash: PICTURE }] }]);
    const all = frames(...run, asked, say.answer('At 3.'));
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: all }));
    expect(chips()).toHaveLength(1);
    await leave(host);
    expect(chips()).toHaveLength(0);
  });

  it('shows them beside what was asked, now and before', async () => {
    const read = await readPicture();
    const run = [...screenshotRun(read), asked, say.answer('At 3.')];
    await open(estimated(), run, {}, { album: read.album });
    expect(page().querySelectorAll('.earlier .request img')).toHaveLength(1);
    expect(page().querySelectorAll('.present .request img')).toHaveLength(1);
    expect(find('.earlier .request h2')?.textContent).toBe('Read the picture');
    expect(find('.earlier details textarea')).not.toBeNull();
  });
});
