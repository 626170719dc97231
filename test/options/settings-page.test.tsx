import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { SETTINGS_PLACES } from '../../src/lib/protocol/settings/places.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import { entryOf, settingsOf } from '../kit/protocol/settings.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { SERVER } from './host.ts';
import {
  accessibilityFaults,
  alert,
  button,
  choice,
  choose,
  control,
  described,
  field,
  goTo,
  offered,
  open,
  page,
  press,
  type,
} from './page.ts';

const TWO = {
  ...DEFAULT_SETTINGS,
  models: [entryOf({ model: 'a' }), entryOf({ model: 'b', pictures: true })],
  main: 'server:a',
};

describe('the settings page', () => {
  it('begins with the built-in engine, without a word of servers', async () => {
    await open({ loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
    expect(page.textContent).toContain('Built-in engine main');
    expect(page.textContent).not.toContain('API key saved');
    expect(control('Main')).toBeUndefined();
    expect(control('Max cost per answer')).toBeUndefined();
  });

  it.each(SETTINGS_PLACES)('shows “%s” alone at its address', async (place) => {
    await open({ loaded: { settings: TWO, fault: '' } });
    await goTo(place);
    const current = page.querySelector('[aria-current=page]');
    expect(current?.getAttribute('href')).toBe(`#${place}`);
    expect([...page.querySelectorAll('.place:not([hidden])')].map(({ id }) => id)).toEqual([place]);
  });

  it('opens where its address says, and goes on from there', async () => {
    location.hash = '#web';
    await open();
    expect(document.activeElement?.id).toBe('web');
    expect(page.querySelector('.place:not([hidden])')?.textContent).toContain('Web search');
  });

  it('shows the place in which the browser finds what was searched for', async () => {
    await open();
    await acted(() => page.querySelector('#backup')?.dispatchEvent(new Event('beforematch', { bubbles: true })));
    expect(page.querySelector('#backup')?.hasAttribute('hidden')).toBe(false);
    expect(location.hash).toBe('#backup');
  });

  it('says that stored settings were put aside', async () => {
    await open({ loaded: { settings: DEFAULT_SETTINGS, fault: 'settings: /version is 7.' } });
    expect(alert()).toContain('settings: /version is 7.');
  });

  it('lists the models with where they are and what they can do', async () => {
    await open({ loaded: { settings: TWO, fault: '' } });
    const rows = [...page.querySelectorAll('.models > li')].map((row) => row.textContent);
    expect(rows[1]).toContain('server:a main');
    expect(rows[1]).toContain('localhost:11434, uses tools, about 6,100 words at once, doesn’t read pictures');
    expect(rows[2]).toContain('reads pictures');
  });

  it('shows what another window changes', async () => {
    const { changeSettings } = await open();
    await acted(() => changeSettings(settingsOf({ model: 'other', tokenBudget: 7000 })));
    expect(page.textContent).toContain('server:other');
    expect(field('Max tokens per answer').value).toBe('7000');
  });

  it('removes a model once that is confirmed, and its key when no other model uses the server', async () => {
    const { did } = await open();
    await press('Remove server:gpt-4o-mini');
    expect(did).toEqual([]);
    expect(page.textContent).toContain('and the API key saved for its server? The built-in engine takes over');
    await press('Yes, remove it');
    expect(did).toEqual([
      ['settings', DEFAULT_SETTINGS],
      ['no key', 'https://api.openai.com/v1'],
    ]);
    expect(page.textContent).toContain('server:gpt-4o-mini was removed.');
    expect(document.activeElement?.textContent).toBe('Models');
  });

  it('keeps the focus when a removal is given up, or access was given', async () => {
    await open({ reachable: false });
    await press('Remove server:gpt-4o-mini');
    button('Cancel')?.focus();
    await press('Cancel');
    expect(document.activeElement).toBe(button('Remove server:gpt-4o-mini'));
    await press('Allow access to the server of server:gpt-4o-mini');
    expect(document.activeElement).toBe(button('Edit server:gpt-4o-mini'));
  });

  it('keeps the key of a server that another model uses', async () => {
    const { did } = await open({ loaded: { settings: TWO, fault: '' } });
    await press('Remove server:b');
    expect(page.textContent).toContain('Remove server:b from the list?');
    await press('Yes, remove it');
    expect(did.map(([what]) => what)).toEqual(['settings']);
  });

  it('says that access was declined', async () => {
    await open({ reachable: false, granted: false });
    await press('Allow access to the server of server:gpt-4o-mini');
    expect(page.textContent).toContain('Permission wasn’t granted. Nothing changed.');
  });

  it('says of a server that may not be reached, and asks for it in the click', async () => {
    const { did } = await open({ reachable: false });
    expect(page.textContent).toContain('No access to this server yet');
    act(() => {
      button('Allow access to the server of server:gpt-4o-mini')?.click();
      expect(did).toEqual([['ask', 'https://api.openai.com/v1']]);
    });
    await acted(() => undefined);
  });

  it('has no accessibility fault, with faults shown or without', async () => {
    await open({ loaded: { settings: TWO, fault: '' }, reachable: false });
    expect(await accessibilityFaults()).toEqual([]);
    await press('Edit server:a');
    for (const label of [
      'Max tokens per answer',
      'Max steps per answer',
      'Input price',
      'Max cost per answer',
      'Context window',
    ]) {
      await type(label, 'x');
    }
    await press('Save');
    await press('Save limits');
    expect(page.querySelectorAll('[aria-invalid=true]')).toHaveLength(6); // the other price is missing now
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('gives one access back', async () => {
    const { did } = await open({ origins: ['http://localhost:11434/*', '<all_urls>'] });
    expect(page.textContent).toContain('All sites');
    await press('Remove access to http://localhost:11434');
    expect(did.at(-1)).toEqual(['forget', 'http://localhost:11434/*']);
    expect(button('Remove access to http://localhost:11434')).toBeUndefined();
    expect(document.activeElement?.id).toBe('access'); // its button is gone
  });

  it('takes back what was always allowed, and shows it as it changes', async () => {
    const grants = [
      { tool: 'open_link', origin: 'https://example.org' },
      { tool: 'constructor', origin: 'http://x.example' },
    ];
    const { did } = await open({ grants });
    expect(page.textContent).toContain('Open a link: https://example.org');
    expect(page.textContent).toContain('constructor: http://x.example');
    await press('Revoke Open a link: https://example.org');
    expect(did.at(-1)).toEqual(['no longer always', { tool: 'open_link', origin: 'https://example.org' }]);
    expect(button('Revoke Open a link: https://example.org')).toBeUndefined();
    expect(page.textContent).toContain('Revoked from your next question on: Open a link: https://example.org');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('lists the sites whose pages’ tools are on, and switches those of one off', async () => {
    const [shop, wiki] = ['https://shop.example', 'https://wiki.example'];
    const on = (origin: string, name: string) => ({ origin, name, pin: 'a'.repeat(64) });
    const { did } = await open({ pageTools: [on(shop, 'find'), on(wiki, 'look_up'), on(shop, 'list')] });
    expect(page.textContent).toContain(`${shop}: find, list`);
    await press(`Switch off ${shop}: find, list`);
    expect(did.at(-1)).toEqual(['page tools off', shop]);
    expect(page.textContent).not.toContain(`${shop}: find`);
    expect(page.textContent).toContain(`${wiki}: look_up`);
    expect(page.textContent).toContain(`The tools of ${shop} are off.`);
  });
});

describe('roles', () => {
  it('are saved as they are chosen', async () => {
    const { did } = await open({ loaded: { settings: TWO, fault: '' } });
    await choose('Fast', 'server:b');
    expect(did).toEqual([['settings', { ...TWO, fast: 'server:b' }]]);
    expect(page.textContent).toContain('Saved: Fast.');
    expect(page.querySelectorAll('.models .badge')).toHaveLength(2);
    await choose('Main', 'extractive');
    expect(did.at(-1)).toEqual(['settings', { ...TWO, fast: 'server:b', main: 'extractive' }]);
  });

  it('are offered to those that can have them', async () => {
    await open({ loaded: { settings: TWO, fault: '' } });
    expect(offered('Main')).toEqual(['extractive', 'server:a', 'server:b']);
    expect(offered('Fast')).toEqual(['', 'server:a', 'server:b']);
    expect(offered('Vision')).toEqual(['', 'server:b']);
    expect(offered('Fallback')).toEqual(['', 'extractive', 'server:b']);
    expect(choice('Fallback').value).toBe('');
    expect(described('Fallback')).toContain('Page text is then sent to it');
  });

  it('say when nobody could look at pictures', async () => {
    await open({ loaded: { settings: TWO, fault: '' } });
    expect(described('Vision')).toContain('The main model doesn’t read pictures.');
    await choose('Vision', 'server:b');
    expect(described('Vision')).not.toContain('The main model');
  });

  it('say what looks at pictures', async () => {
    await open({ loaded: { settings: TWO, fault: '' } });
    expect(described('Vision')).toContain('Used when a question is about pictures');
  });

  it('are all kept when one is chosen before another is stored', async () => {
    const { did } = await open({ loaded: { settings: TWO, fault: '' } });
    await acted(() => {
      for (const [label, value] of [
        ['Fast', 'server:b'],
        ['Fallback', 'extractive'],
      ] as const) {
        choice(label).value = value;
        choice(label).dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    expect(did.at(-1)).toEqual(['settings', { ...TWO, fast: 'server:b', fallback: 'extractive' }]);
  });
});

describe('limits', () => {
  it('are saved by their own button, and leave the models alone', async () => {
    const { did } = await open();
    await type('Max steps per answer', '12');
    await type('Warn at', '65');
    await type('Max cost per answer', '2.50');
    await press('Save limits');
    expect(did).toEqual([['settings', { ...SERVER, maxSteps: 12, warnAt: 65, maxCost: 2.5 }]]);
    expect(field('Max cost per answer').value).toBe('2.5');
    expect(page.textContent).toContain('Applies to your next question.');
  });

  it('are not saved while one is at fault, which is marked and gone to', async () => {
    const { did } = await open();
    await type('Max tokens per answer', '5');
    await press('Save limits');
    expect(did).toEqual([]);
    expect(document.activeElement).toBe(field('Max tokens per answer'));
    expect(described('Max tokens per answer')).toContain('from 1,000');
    await type('Max tokens per answer', '5000');
    expect(field('Max tokens per answer').getAttribute('aria-invalid')).toBe('false');
  });

  it('say when the highest cost cannot work for want of prices', async () => {
    const needed = 'needs the main model’s prices';
    await open({
      loaded: { settings: settingsOf({ endpoint: 'https://api.example.org/v1', model: 'nobody-knows' }), fault: '' },
    });
    expect(page.querySelector('.warn')).toBeNull();
    expect(described('Max cost per answer')).toContain(needed);
    await type('Max cost per answer', '1');
    expect(page.querySelector('.field .warn')?.textContent).toContain(needed);
  });

  it('bound costs where the prices are known', async () => {
    await open();
    expect(described('Max cost per answer')).toContain('Empty for no limit');
  });
});
