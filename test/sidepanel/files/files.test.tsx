/** Files on their way into a question or a summary, and their quotes in an answer. */
import { describe, expect, it } from 'vitest';
import { MAX_FILES } from '../../../src/lib/protocol/requests/bounds.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { acted } from '../kit/acted.ts';
import { drag, file } from '../kit/drag-files.ts';
import { entry, listed, RESEARCHER, TUTOR } from '../kit/agent-frames.ts';
import { createAlbum } from '../kit/album.ts';
import { citation } from '../kit/picture-frames.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { estimated, frames, RUN, say, SPEC, TAB } from '../kit/script.ts';
import { alert, button, find, key, open, page, press, sendButton, type } from '../kit/stand.tsx';

type Host = Awaited<ReturnType<typeof open>>;
const box = (): HTMLTextAreaElement | null => find('#ask-field') as HTMLTextAreaElement | null;
const sent = (host: Host, name: string) => host.requests.filter((request) => request.type === name);
const chips = (): readonly HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.chip')];
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};

describe('a file that is dropped', () => {
  it('is a chip with its name, takes the question, and goes with it', async () => {
    const host = await open();
    await drag('drop', [file('tea.md')]);
    expect(chips()[0]?.textContent).toContain('tea.md');
    expect(document.activeElement).toBe(box());
    expect(box()?.placeholder).toBe('Ask about the file…');
    await ask('What of it?');
    const [hash] = host.album.kept.keys();
    expect(sent(host, 'run.ask')).toMatchObject([
      { goal: 'What of it?', files: [{ hash, name: 'tea.md' }], pictures: [] },
    ]);
    expect(chips()).toHaveLength(0);
  });

  it('is summarised by its button alone', async () => {
    const host = await open();
    await drag('drop', [file('tea.pdf', 'application/pdf')]);
    await press('Summarise tea.pdf · free');
    expect(sent(host, 'run.start')).toMatchObject([{ job: 'summarise', files: [{ name: 'tea.pdf' }] }]);
    expect(document.activeElement).toBe(sendButton()); // it stops the summary
  });

  it('is taken off by its button, and deleted', async () => {
    const host = await open();
    await drag('drop', [file('tea.md')]);
    await press('Remove: tea.md');
    expect(chips()).toHaveLength(0);
    expect(sent(host, 'attachment.discard')).toMatchObject([{ hashes: [...host.album.kept.keys()] }]);
  });

  it('is deleted when the panel closes, unless it was asked about', async () => {
    const host = await open();
    await drag('drop', [file('tea.md')]);
    await ask('What of it?');
    window.dispatchEvent(new Event('pagehide'));
    expect(sent(host, 'attachment.discard')).toEqual([]);
    await drag('drop', [file('milk.md')]);
    window.dispatchEvent(new Event('pagehide'));
    expect(sent(host, 'attachment.discard')).toMatchObject([{ hashes: [...host.album.kept.keys()].slice(1) }]);
  });

  it('is not deleted by its button while a question that goes on or waits may name it', async () => {
    const host = await open(estimated(), [say.invoked({ job: 'ask', goal: 'And?' }), say.plan(1)]);
    await drag('drop', [file('tea.md')]);
    await press('Remove: tea.md');
    expect(sent(host, 'attachment.discard')).toEqual([]);
  });

  it('needs no page that can be read', async () => {
    const host = await open({ ok: false, error: { code: 'page.no-access', message: 'No.', hint: 'Click.' } });
    await drag('drop', [file('tea.md')]);
    await ask('What of it?');
    expect(sent(host, 'run.ask')).toHaveLength(1);
  });

  it('goes beside pictures, each to its own place', async () => {
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    const host = await open();
    await drag('drop', [file('tea.md'), file('tea.png', 'image/png')]);
    await ask('What of it?');
    expect(sent(host, 'run.ask')).toMatchObject([{ files: [{ name: 'tea.md' }], pictures: [{ text: null }] }]);
  });

  it('is one of so many at most, and the panel says so', async () => {
    await open();
    await drag(
      'drop',
      Array.from({ length: MAX_FILES + 1 }, (_, i) => file(`${String(i)}.md`)),
    );
    expect(chips()).toHaveLength(MAX_FILES);
    expect(alert()).toContain('Remove one first');
  });

  it('has any name: it is clipped, and turns nothing beside it around', async () => {
    await open();
    await drag('drop', [file(`\u202etxt.exe ${'x'.repeat(300)}.md`)]);
    const shown = find('.chip bdi');
    expect(shown?.textContent).not.toContain('\u202e');
    expect(shown?.textContent.length).toBeLessThan(200);
  });
});

describe('a file for an agent that reads none', () => {
  const choose = async (...names: readonly string[]): Promise<Host> => {
    const host = await open(estimated(), undefined, { 'agents.list': () => listed(entry(RESEARCHER), entry(TUTOR)) });
    await drag('drop', [file('tea.md')]);
    for (const name of names) await press(name);
    return host;
  };

  it('is said before the start, and asked about without the agent by a button', async () => {
    const host = await choose('Add or start', 'Agent: Web researcher');
    expect(find('.dock')?.textContent).toContain('Web researcher can’t read files.');
    await press('Ask without the agent');
    expect(find('.dock')?.textContent).not.toContain('cannot read');
    await ask('What of it?');
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'ask', files: [{ name: 'tea.md' }] }]);
  });

  it('is not said of one that reads files', async () => {
    await choose('Add or start', 'Agent: Tutor');
    expect(find('.dock')?.textContent).not.toContain('cannot read');
  });
});

describe('while files are dragged over the panel', () => {
  it.each([['application/pdf'], ['image/png'], ['text/csv'], ['']])(
    'one of type “%s” may be dropped',
    async (mediaType) => {
      await open();
      expect(await drag('dragover', [file('a', mediaType)])).toMatchObject({ dropEffect: 'copy' });
      expect(find('.drop-zone')).not.toBeNull();
    },
  );

  it.each([['video/mp4'], ['application/zip']])('one of type “%s” may not', async (mediaType) => {
    await open();
    expect(await drag('dragover', [file('a', mediaType)])).toMatchObject({ dropEffect: 'none' });
    expect(find('.drop-zone')).toBeNull();
  });
});

const FILE = 'f'.repeat(64);
const BODY = 'b'.repeat(64);
const TEXT = 'A berth costs four crowns a night, and six when the herring comes in.';

const FILES = [
  { hash: FILE, name: 'tea.md' },
  { hash: 'e'.repeat(64), name: 'coffee.md' },
] as const;

const readFile = (file: { readonly hash: string; readonly name: string } = FILES[0], index = 0) =>
  ({
    ...say.result('read_file', 'Read “tea.md”: 14 words.'),
    ...({
      payload: 'page',
      index,
      objects: [
        {
          name: 'page',
          body: { hash: BODY, length: TEXT.length, tokens: 14, preview: TEXT },
          meta: {
            url: '',
            title: file.name,
            byline: '',
            published: '',
            language: 'en',
            site: '',
            words: 14,
            tab: -1,
            file: file.hash,
          },
          hidden: false,
        },
      ],
    } as Partial<FrameDraft>),
  }) as FrameDraft;

function answeredRun(): readonly FrameDraft[] {
  const quoted = citation(BODY, 2, 13, 'berth costs');
  const place = quoted.place && { ...quoted.place, tabId: -1, title: 'tea.md', file: FILE };
  return [
    say.invoked({ job: 'ask', goal: 'What does it cost?', files: [FILES[0]] }),
    say.plan(1),
    say.toolCall('read_file'),
    readFile(),
    say.answer('Four [berth costs](#).', '', [{ ...quoted, place }]),
  ];
}

describe('an answer about a file', () => {
  const answered = async () => {
    const album = createAlbum();
    album.texts.set(BODY, TEXT);
    return open(estimated(), answeredRun(), {}, { album });
  };

  it('names the file, stays open beside any page, and keeps it for the next question until it is taken off', async () => {
    const host = await answered();
    expect(sent(host, 'question.estimate').at(-1)).toMatchObject({ runId: RUN, files: [{ hash: FILE }] });
    expect(find('.source')?.textContent).toContain('tea.md');
    expect(chips()[0]?.textContent).toContain('still attached');
    await ask('And in winter?');
    expect(sent(host, 'run.follow')).toMatchObject([{ files: [{ hash: FILE, name: 'tea.md' }] }]);
    await press('Remove: tea.md');
    expect(chips()).toHaveLength(0);
    expect(sent(host, 'attachment.discard')).toEqual([]);
  });

  it('prices the next question anew once the conversation has gone on', async () => {
    const host = await answered();
    const before = sent(host, 'question.estimate');
    const past = answeredRun();
    const follow = { ...SPEC, goal: 'And?', files: [{ hash: FILE, name: 'tea.md' }] };
    const all = frames(
      ...past,
      say.control({ control: 'follow', request: follow, config: SPEC }),
      say.plan(2),
      ...past.slice(-1),
    );
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: all.slice(past.length) }));
    const after = sent(host, 'question.estimate');
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.at(-1)).toEqual(before.at(-1));
  });

  it('names every file where there are several', async () => {
    const read = [{ ...readFile(FILES[0]), final: false } as FrameDraft, readFile(FILES[1], 1)];
    const asked = say.invoked({ job: 'ask', goal: 'Which is hotter?', files: FILES });
    await open(estimated(), [asked, say.plan(1), say.toolCall('read_file'), ...read, say.answer('Tea.')]);
    expect(find('.source')?.textContent).toBe('2 files28 words');
    expect(find('.present .request')?.textContent).toContain('tea.md · coffee.md');
  });

  it('names its file where a page was read before it', async () => {
    const request = { ...wishIn(SPEC), job: 'ask', goal: 'And of the file?', files: [FILES[0]] } as const;
    const follow = say.control({ control: 'follow', request, config: termsIn(SPEC) });
    const read = [say.plan(1), say.toolCall('read_file'), readFile(), say.answer('Tea.')];
    await open(estimated(), [
      say.invoked(),
      say.plan(1),
      say.toolCall('read_page'),
      say.read(),
      say.answer('The moon.'),
      follow,
      ...read,
    ]);
    expect(find('.source')?.textContent).toContain(TAB.title);
    expect(find('.present .request')?.textContent).toContain('tea.md');
  });

  it('shows its quotes in the panel, among the words around them', async () => {
    await answered();
    expect(find('.quotes')?.textContent).toContain('Quoted from the file');
    expect(find('.quote-mark[data-number]')?.getAttribute('aria-label')).toContain('Show in the file');
    await acted(() => find('.quote-mark[data-number]')?.click());
    expect(find('dialog mark')?.textContent).toBe('berth costs');
    expect(find('dialog blockquote')?.textContent).toBe(TEXT);
    await press('Close');
    expect(find('dialog')).toBeNull();
  });

  it('says so where its text is gone', async () => {
    await open(estimated(), answeredRun());
    await acted(() => find('.quote-mark[data-number]')?.click());
    expect(find('dialog .note')?.textContent).toContain('Add the file again');
  });

  it('leaves the button that the page is summarised with', async () => {
    await open();
    expect(button('Summarise this page')).toBeDefined();
  });
});
