import { describe, expect, it } from 'vitest';
import { acted } from './kit/acted.ts';
import { estimated, OPENING, say, TAB } from './kit/script.ts';
import { choose, alert, button, find, key, open, page, press, type } from './kit/stand.tsx';

const box = () => find('#ask-field') as HTMLTextAreaElement | null;
const show = (isDetached = false) => open(estimated(), undefined, {}, { isDetached });

describe('the panel in a window of its own', () => {
  it('takes the place of the side panel', async () => {
    const host = await show();
    await choose('More', 'Open in a window');
    expect(host.did).toEqual(['window', 'close']);
  });

  it('leaves the side panel open if something is typed there, also beside another tab', async () => {
    const host = await show();
    type(box(), 'How hi');
    await choose('More', 'Open in a window');
    await acted(() => host.view({ ...TAB, tabId: TAB.tabId + 1, url: 'https://other.example/' }));
    expect(box()?.value).toBe('');
    await choose('More', 'Open in a window');
    expect(host.did).toEqual(['window', 'window']);
  });

  it('leaves the side panel open on its shortcut too if something is typed there, and says so', async () => {
    const host = await show();
    const toggle = () => acted(() => host.emit({ type: 'access', tabId: TAB.tabId, toggles: true }));
    type(box(), 'How hi');
    await toggle();
    expect([host.did, box()?.value]).toEqual([[], 'How hi']);
    expect(alert()).toContain('isn’t sent yet');
    type(box(), '');
    await toggle();
    expect(host.did).toEqual(['close']);
  });

  it('leaves it open if a tab was chosen there', async () => {
    const host = await show();
    await acted(() => host.tabs({ tabs: [{ tabId: 11, title: 'Moon', url: 'https://a.example/' }], hidden: 0 }));
    type(box(), '@moo');
    await key(box(), { key: 'Enter' });
    expect(box()?.value).toBe('');
    await choose('More', 'Open in a window');
    expect(host.did).toEqual(['window']);
  });

  it('leaves it open if a question waits there', async () => {
    const host = await open(estimated(), OPENING);
    type(box(), 'And then?');
    await key(box(), { key: 'Enter' });
    expect([box()?.value, find('.chips')?.textContent]).toEqual(['', 'Next: And then?']);
    await choose('More', 'Open in a window');
    expect(host.did).toEqual(['window']);
  });

  it('leaves it open if a question was changed there, and not for a field that shows what is kept', async () => {
    const host = await open(estimated(), [say.invoked({ job: 'ask', goal: 'Why?' }), say.answer('So.')]);
    await press('Edit');
    const field = find('.edit-question textarea') as HTMLTextAreaElement | null;
    type(field, 'Why now?');
    await choose('More', 'Open in a window');
    expect(host.did).toEqual(['window']);
    type(field, 'Why?');
    await choose('More', 'Open in a window');
    expect(host.did).toEqual(['window', 'window', 'close']);
  });

  it('is refused in words, and nothing is closed', async () => {
    const host = await show();
    host.offer.granted = false;
    await choose('More', 'Open in a window');
    expect([alert(), host.did]).toEqual([expect.stringContaining('No window was opened'), []]);
  });

  it('is not offered in such a window, nor are the shortcuts, which do nothing there', async () => {
    const denied = { ok: false, error: { code: 'page.no-access', message: '', hint: '' } } as const;
    await open(denied, undefined, {}, { isDetached: true });
    expect(button('Open in a window')).toBeUndefined();
    expect(alert()).toContain('Click the KnowledgeLens icon');
    expect(page().textContent).not.toContain('Alt+Shift');
  });
});
