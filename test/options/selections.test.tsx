import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings, ToolbarSettings } from '../../src/lib/protocol/settings/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { accessibilityFaults, alert, button, control, described, field, open, page, press, type } from './page.ts';

const ORG = 'https://example.org';
const settingsWith = (toolbar: Partial<ToolbarSettings>): Settings => ({
  ...DEFAULT_SETTINGS,
  toolbar: { ...DEFAULT_SETTINGS.toolbar, ...toolbar },
});
const loaded = (toolbar: Partial<ToolbarSettings>) => ({ settings: settingsWith(toolbar), fault: '' });
const pressed = (name: string): boolean => button(name)?.getAttribute('aria-pressed') === 'true';
const enter = (label: string): Promise<void> =>
  acted(() => field(label).form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
const listed = (label: string): readonly string[] =>
  [...page.querySelectorAll('ul')]
    .filter((list) => document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent === label)
    .flatMap((list) => [...list.querySelectorAll('li')].map((item) => item.querySelector('span')?.textContent ?? ''));

describe('where the toolbar stands', () => {
  it('is nowhere until it is chosen, and the page says what works without it', async () => {
    await open({ loaded: loaded({}) });
    expect(pressed('Off')).toBe(true);
    expect(page.textContent).toContain('with no access to sites');
    expect(control('Add a site')).toBeUndefined();
  });

  it('is every site once the browser’s question, asked in the click itself, is answered with yes', async () => {
    const { did } = await open({ loaded: loaded({}) });
    act(() => {
      button('All sites')?.click();
      expect(did).toEqual([['toolbar everywhere']]);
    });
    await acted(() => undefined);
    expect(pressed('All sites')).toBe(true);
    expect(page.textContent).toContain('The toolbar shows on all sites.');
  });

  it.each(['nowhere', 'sites'] as const)('stays as it was, %s, when the person declines', async (where) => {
    const { did } = await open({ loaded: loaded({ where, sites: [ORG] }), granted: false, origins: [`${ORG}/*`] });
    await press('All sites');
    expect([pressed('Off'), pressed('Selected sites')]).toEqual([where === 'nowhere', where === 'sites']);
    expect(pressed('All sites')).toBe(false);
    expect(alert()).toContain('Nothing changed');
    expect(did).toEqual([['toolbar everywhere']]);
  });

  it('is taken back to the chosen sites, or given up', async () => {
    const { did } = await open({ loaded: loaded({ where: 'everywhere', sites: [ORG] }), origins: ['<all_urls>'] });
    await press('Selected sites');
    expect(listed('Sites with the toolbar')).toEqual(['example.org']);
    await press('Off');
    expect(did).toEqual([['toolbar on sites'], ['toolbar off everywhere']]);
    expect(pressed('Off')).toBe(true);
  });

  it('says when the browser no longer allows every site, and asks again', async () => {
    const { did } = await open({ loaded: loaded({ where: 'everywhere' }) });
    expect(page.textContent).toContain('needs permission again to show on all sites');
    await press('Allow on all sites');
    expect(did).toEqual([['toolbar everywhere']]);
    expect(page.textContent).not.toContain('no longer lets');
  });
});

describe('the sites', () => {
  it('are added by typing a host or an address, asked for in the gesture, and taken off by a button', async () => {
    const { did } = await open({ loaded: loaded({ where: 'sites' }) });
    await type('Add a site', ' Example.org ');
    act(() => {
      field('Add a site').form?.requestSubmit();
      expect(did).toEqual([['toolbar on', ORG]]);
    });
    await acted(() => undefined);
    await type('Add a site', 'http://localhost:8080/page?x=1');
    await enter('Add a site');
    expect(listed('Sites with the toolbar')).toEqual(['example.org', 'http://localhost:8080']);
    expect(field('Add a site').value).toBe('');
    await press('Remove the toolbar from example.org');
    expect(did.slice(1)).toEqual([
      ['toolbar on', 'http://localhost:8080'],
      ['toolbar off', ORG],
    ]);
    expect(listed('Sites with the toolbar')).toEqual(['http://localhost:8080']);
    expect(document.activeElement?.textContent).toBe('Sites with the toolbar');
  });

  it('that cannot be meant, or are there, are refused in place and not asked for', async () => {
    const { did } = await open({ loaded: loaded({ where: 'sites', sites: [ORG] }) });
    for (const typed of [
      '',
      'two words',
      'ftp://example.org',
      'chrome://settings',
      '*.example.org',
      'a@b.c',
      'javascript:alert(1)',
    ]) {
      await type('Add a site', typed);
      await enter('Add a site');
      expect([typed, described('Add a site')]).toEqual([typed, expect.stringContaining('isn’t a site’s address')]);
    }
    await type('Add a site', 'https://example.org/other');
    await enter('Add a site');
    expect(described('Add a site')).toContain('Already in the list');
    expect(did).toEqual([]);
  });

  it('keep what was typed when the person declines', async () => {
    await open({ loaded: loaded({ where: 'sites' }), granted: false });
    await type('Add a site', 'example.org');
    await enter('Add a site');
    expect(alert()).toContain('Nothing changed');
    expect(field('Add a site').value).toBe('example.org');
  });

  it('say where the browser does not allow them, as after an import, and ask there', async () => {
    const { did } = await open({
      loaded: loaded({ where: 'sites', sites: [ORG, 'https://given.example'] }),
      origins: ['https://given.example/*'],
    });
    expect(button('Allow the toolbar on given.example')).toBeUndefined();
    await press('Allow the toolbar on example.org');
    expect(did).toEqual([['toolbar on', ORG]]);
    expect(button('Allow the toolbar on example.org')).toBeUndefined();
  });

  it('that are left out of every site are added and removed without a question', async () => {
    const { did } = await open({ loaded: loaded({ where: 'everywhere' }), origins: ['<all_urls>'] });
    await type('Add an exception', 'bank.example');
    await enter('Add an exception');
    expect(listed('Exceptions')).toEqual(['bank.example']);
    await press('Remove bank.example from the exceptions');
    expect(listed('Exceptions')).toEqual([]);
    expect(did.map(([what]) => what)).toEqual(['settings', 'settings']);
  });
});

describe('the shortcuts', () => {
  it('are shown as they are set, with the way to change them', async () => {
    const { did } = await open();
    expect(page.querySelector('.shortcuts')?.textContent).toBe(
      'Explain the selectionAlt+Shift+EAsk about the selectionnot set',
    );
    await press('Change shortcuts');
    expect(did).toEqual([['shortcuts']]);
  });
});

describe('the section for selections', () => {
  it.each(['nowhere', 'sites', 'everywhere'] as const)('has no accessibility fault: %s', async (where) => {
    await open({ loaded: loaded({ where, sites: [ORG], butNot: [ORG] }) });
    expect(await accessibilityFaults()).toEqual([]);
  });
});
