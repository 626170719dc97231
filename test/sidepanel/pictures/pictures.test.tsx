/** Pictures on their way into a question: taken, chosen, pasted and dropped. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_PICTURES } from '../../../src/lib/protocol/requests/bounds.ts';
import { acted } from '../kit/acted.ts';
import { createAlbum, TOO_LARGE } from '../kit/album.ts';
import { wishOf } from '../kit/picture-frames.ts';
import { estimated, RUN, TAB } from '../kit/script.ts';
import { add, alert, button, deleteAllHistory, find, key, listOne, open, page, press, type } from '../kit/stand.tsx';

type Host = Awaited<ReturnType<typeof open>>;
const box = (): HTMLTextAreaElement | null => find('textarea[aria-label="Ask about this page"]') as HTMLTextAreaElement;
const sent = (host: Host, name: string) => host.requests.filter((request) => request.type === name);
const chips = (): readonly HTMLElement[] => [...page().querySelectorAll<HTMLElement>('.picture-chips .chip')];
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};
const picture = (content: string, mediaType = 'image/png'): File =>
  new File([content], `${content}.png`, { type: mediaType });
const noAccess = { code: 'page.no-access', message: 'No.', hint: 'Click.' };

/** An event that carries data as the browser's own does. */
function carrying(name: string, field: string, files: readonly File[], text = ''): Event {
  const event = new Event(name, { bubbles: true, cancelable: true });
  const types = files.length > 0 || name !== 'paste' ? ['Files'] : ['text/plain'];
  Object.defineProperty(event, field, { value: { files, types, dropEffect: '', getData: () => text } });
  return event;
}
async function paste(target: EventTarget | null, files: readonly File[], text = ''): Promise<Event> {
  const event = carrying('paste', 'clipboardData', files, text);
  await acted(() => void target?.dispatchEvent(event));
  return event;
}
const dragged = (name: string, files: readonly File[] = []): Promise<void> =>
  acted(() => void document.body.dispatchEvent(carrying(name, 'dataTransfer', files)));

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

describe('a picture that is pasted', () => {
  it('stands above the field, in small, with its size, and goes with the question', async () => {
    const host = await open();
    await paste(document.body, [picture('one')]);
    expect(chips()).toHaveLength(1);
    expect(chips()[0]?.textContent).toContain('640 × 480');
    expect(find('.picture-chips img')?.getAttribute('src')).toBe('blob:picture');
    expect(document.activeElement).toBe(box());
    await ask('What is this?');
    const [hash] = host.album.kept.keys();
    expect(sent(host, 'run.ask')).toMatchObject([{ goal: 'What is this?', pictures: [wishOf(hash ?? '')] }]);
    expect(sent(host, 'run.ask')[0]).not.toHaveProperty('pictures.0.width');
  });

  it('is read by a press, and then is no longer part of the question', async () => {
    const host = await open();
    await paste(document.body, [picture('one')]);
    const [hash] = host.album.kept.keys();
    await press('Read its text');
    expect(sent(host, 'picture.read')).toMatchObject([{ tabId: TAB.tabId, pictures: [wishOf(hash ?? '')] }]);
    expect(chips()).toEqual([]);
    expect(document.activeElement).toBe(find('#send-button')); // it stops the reading
  });

  it('is taken in the field to ask in, and in no other; a text in the clipboard is the field’s', async () => {
    await open(estimated(), undefined, { 'history.list': () => ({ ok: true, value: { runs: [] } }) });
    expect((await paste(box(), [picture('one')], 'words')).defaultPrevented).toBe(false);
    expect(chips()).toHaveLength(0);
    expect((await paste(box(), [picture('one')])).defaultPrevented).toBe(true);
    expect(chips()).toHaveLength(1);
    await press('History');
    expect((await paste(find('input[type=search]'), [picture('two')])).defaultPrevented).toBe(false);
    expect((await paste(document.body, [picture('text', 'text/plain')])).defaultPrevented).toBe(false);
  });

  it('can be left out again, and is one picture however often it is pasted', async () => {
    const host = await open();
    await paste(document.body, [picture('one')]);
    await paste(document.body, [picture('one'), picture('two')]);
    expect(chips()).toHaveLength(2);
    await press('Remove: Picture 1');
    button('Remove: Picture')?.focus();
    await press('Remove: Picture');
    expect(chips()).toHaveLength(0);
    expect(document.activeElement).toBe(box()); // the button has gone
    await ask('And the page?');
    expect(sent(host, 'run.ask')).toMatchObject([{ pictures: [] }]);
  });

  it('is refused on a card where it cannot be kept, and nothing that was typed or brought is lost', async () => {
    await open();
    type(box(), 'What is');
    await paste(document.body, [picture('one'), picture('huge'), picture('two')]);
    for (const words of [TOO_LARGE.message, TOO_LARGE.hint]) expect(alert()).toContain(words);
    expect([box()?.value, chips().length]).toEqual(['What is', 2]);
    await paste(document.body, [picture('three')]);
    expect(alert()).toBe('');
  });

  it('is one too many after four', async () => {
    await open();
    const five = ['1', '2', '3', '4', '5'].map((name) => picture(name));
    await paste(document.body, five);
    expect(chips()).toHaveLength(MAX_PICTURES);
    expect(alert()).toContain('at most 4 pictures');
  });

  it('needs no page that can be read', async () => {
    const host = await open({ ok: false, error: noAccess }, undefined, {}, { hasModel: false });
    expect(box()?.placeholder).toBe('Allow access to ask about this page.');
    await paste(document.body, [picture('one')]);
    expect(box()?.placeholder).toBe('Ask about the picture…');
    await ask('What is this?');
    expect(sent(host, 'run.ask')).toHaveLength(1);
  });

  it('is of its own tab, and there again when the person comes back', async () => {
    const host = await open();
    await paste(document.body, [picture('one')]);
    await acted(() => host.view({ ...TAB, tabId: 99 }));
    expect(chips()).toHaveLength(0);
    await acted(() => host.view(TAB));
    expect(chips()).toHaveLength(1);
  });

  it('is counted in what a question takes', async () => {
    await open(estimated());
    expect(document.body.textContent).toContain(
      'A question: likely 5,100 tokens in · 300 out · at most 21,000 tokens in · 5 calls',
    );
    await paste(document.body, [picture('one')]);
    expect(document.body.textContent).toContain(
      'A question: likely 9,000 tokens in · 400 out · at most 60,000 tokens in · 9 calls',
    );
  });

  it('goes with no question that its tab was left over', async () => {
    const host = await open();
    await paste(document.body, [picture('one')]);
    let known: () => void = () => undefined;
    vi.spyOn(host.album.host, 'loadCorrection').mockReturnValue(
      new Promise((resolve) => (known = () => resolve(null))),
    );
    await ask('What is this?');
    await acted(() => host.view({ ...TAB, tabId: 99 }));
    await acted(() => known());
    expect(sent(host, 'run.ask')).toEqual([]);
    await acted(() => host.view(TAB));
    expect([chips().length, box()?.value]).toEqual([1, 'What is this?']);
  });

  it('is gone with all history, and stays where that was not deleted', async () => {
    let ok = false;
    const cleared = () => (ok ? { ok, value: {} } : { ok, error: noAccess });
    await open(estimated(), undefined, { 'history.clear': cleared, 'history.list': listOne });
    await paste(document.body, [picture('one')]);
    for (const left of [1, 0]) {
      await deleteAllHistory();
      expect(chips()).toHaveLength(left);
      ok = true;
    }
  });

  it('stays where the question was not taken', async () => {
    await open(estimated(), undefined, { 'run.ask': () => ({ ok: false, error: noAccess }) });
    await paste(document.body, [picture('one')]);
    await ask('What is this?');
    expect(chips()).toHaveLength(1);
    expect(box()?.value).toBe('What is this?');
  });
});

describe('a picture that is dragged in', () => {
  it('is told where it can be dropped, anywhere, and is kept there', async () => {
    await open();
    await dragged('dragover');
    expect(find('.drop-zone')?.textContent).toBe('Drop it here');
    await dragged('drop', [picture('one')]);
    expect(find('.drop-zone')).toBeNull();
    expect(chips()).toHaveLength(1);
  });

  it('leaves nothing behind when it is dragged out again', async () => {
    await open();
    await dragged('dragover');
    await acted(() => {
      const event = new Event('dragleave', { bubbles: true });
      Object.defineProperty(event, 'relatedTarget', { value: null });
      document.body.dispatchEvent(event);
    });
    expect(find('.drop-zone')).toBeNull();
  });

  it('says what to do where it came without its file', async () => {
    await open();
    await dragged('drop');
    expect(alert()).toContain('Copy the picture and paste it here');
  });
});

describe('taking a picture of the tab', () => {
  it('of a region, says what to do on the page until that is over', async () => {
    const host = await open(estimated(), undefined, { 'picture.take': () => ({ ok: true, value: { runId: '' } }) });
    await add('Capture area');
    expect(sent(host, 'picture.take')).toMatchObject([{ tabId: TAB.tabId, what: 'region' }]);
    expect(find('.choosing')?.textContent).toContain('Drag over the area to read. Press Esc to stop.');
    await acted(() => host.emit({ type: 'tab', tabId: TAB.tabId, runId: null, pinned: false }));
    expect(find('.choosing')).not.toBeNull();
    await acted(() => host.album.choose(TAB.tabId, false));
    expect(find('.choosing')).toBeNull();
  });

  it('is said as well where it was begun elsewhere, and is stopped by Escape here', async () => {
    const host = await open();
    await acted(() => host.album.choose(99, true));
    expect(find('.choosing')).toBeNull();
    await acted(() => host.album.choose(TAB.tabId, true));
    expect(find('.choosing')).not.toBeNull();
    await key(document.body, { key: 'Escape' });
    expect(host.album.stopped).toEqual([TAB.tabId]);
    expect(find('.choosing')).toBeNull();
    expect(sent(host, 'run.cancel')).toEqual([]);
  });

  it('of what is in view begins a run at once', async () => {
    const host = await open(estimated(), undefined, { 'picture.take': () => ({ ok: true, value: { runId: RUN } }) });
    await add('Capture visible page');
    expect(sent(host, 'picture.take')).toMatchObject([{ what: 'visible' }]);
    expect(find('.choosing')).toBeNull();
  });

  it('is in its place where the browser does not allow it, says why, and what cures that [R9.4c]', async () => {
    const album = createAlbum();
    album.access = 'missing';
    const host = await open(estimated(), undefined, {}, { album });
    await press('Add or start');
    const region = button('Capture area');
    expect(region?.getAttribute('aria-disabled')).toBe('true');
    const why = document.getElementById(region?.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toContain('Alt+Shift+K');
    expect(find('.no-capture')).toBeNull();
    await press('Capture area');
    expect(find('.no-capture')?.textContent).toContain('click the KnowledgeLens icon once');
    await press('Allow on all sites');
    expect(host.did).toContain('allow');
    await press('Dismiss');
    expect(find('.no-capture')).toBeNull();
    expect(document.activeElement?.id).toBe('ask-field');
    await add('Capture visible page');
    expect(sent(host, 'picture.take')).toEqual([]);
    const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
    await add('Upload file or picture');
    expect(click).toHaveBeenCalledOnce();
    click.mockRestore();
  });

  it('is offered as soon as the access stands', async () => {
    const album = createAlbum();
    album.access = 'missing';
    await open(estimated(), undefined, {}, { album });
    album.access = 'stands';
    await acted(() => album.changed());
    await press('Add or start');
    expect(button('Capture area')?.getAttribute('aria-disabled')).toBe('false');
  });
});

describe('a picture that is chosen from the disk', () => {
  it('is brought like any other', async () => {
    await open();
    const file = find('input[type=file]');
    Object.defineProperty(file, 'files', { value: [picture('one'), picture('two')] });
    await acted(() => void file?.dispatchEvent(new Event('change', { bubbles: true })));
    expect(chips()).toHaveLength(2);
  });
});
