import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { acted } from '../kit/acted.ts';
import { TAB } from '../kit/script.ts';
import { add, alert, button, find, open, page, press, restart } from '../kit/stand.tsx';

const error = (code: string): Reply<'page.estimate'> => ({
  ok: false,
  error: { code, message: 'What.', hint: 'Cure.' },
});

describe('the card of a page that cannot be read', () => {
  it('explains a tab without access and offers the least access first [R9.4c]', async () => {
    const host = await open(error('page.no-access'));
    expect(alert()).toContain('can’t read this page yet');
    expect(alert()).toContain('press Alt+Shift+K');
    const buttons = [...page().querySelectorAll('.calm .row button')].map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Allow on this site', 'All sites']);
    await press('Allow on this site');
    await press('All sites');
    expect(host.did).toEqual([`allow ${TAB.url}`, 'allow']);
  });

  it('says that access was declined, and offers one site only where the tab shows its address', async () => {
    const host = await open(error('page.no-access'));
    host.offer.granted = false;
    await press('Allow on this site');
    expect(page().textContent).toContain('Nothing changed.');
    await acted(() => host.view({ ...TAB, url: '', title: '' }));
    expect([button('Allow on this site'), button('Allow on all sites')]).toEqual([undefined, expect.anything()]);
  });

  it('explains what cannot be read as no failure, and checks again when asked', async () => {
    for (const code of ['page.empty', 'page.gone', 'page.new-kind']) {
      const host = await open(error(code));
      expect(find('.calm')?.textContent).toContain('What.Cure.You can still ask the model, ask the web');
      const asked = host.requests.length;
      await press('Check again');
      expect(host.requests).toHaveLength(asked + 1);
      restart();
    }
  });

  it.each(['page.browser-page', 'page.pdf-scan'])('offers nothing where nothing helps: %s', async (code) => {
    await open(error(code));
    expect(page().querySelectorAll('.calm button')).toHaveLength(0);
  });
});

it('a note that offers all sites says that access was declined', async () => {
  const host = await open();
  await acted(() => host.tabs({ tabs: [], hidden: 2 }));
  await add('Add tabs…');
  host.offer.granted = false;
  await press('Allow on all sites');
  expect(page().textContent).toContain('Nothing changed.');
});
