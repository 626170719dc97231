import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { acted } from './acted.ts';
import { estimated, TAB, type ScriptedHost } from './script.ts';
import { button, open, page, press } from './stand.tsx';

const OFFER = 'Show a toolbar beside what you select?';

async function offered(reply = estimated()): Promise<ScriptedHost> {
  const host = await open(reply);
  host.offer.open = true;
  await acted(() => host.changeSettings());
  return host;
}

describe('the offer of the toolbar', () => {
  it('is not made where the toolbar stands or was answered', async () => {
    await open();
    expect(page().textContent).not.toContain(OFFER);
  });

  it.each([
    ['On this site', `toolbar site ${TAB.url}`],
    ['Everywhere', `toolbar everywhere ${TAB.url}`],
  ])('“%s” asks the browser in the click itself, and ends the offer', async (name, done) => {
    const host = await offered();
    act(() => {
      button(name)?.click();
      expect(host.did).toEqual([done]);
    });
    await acted(() => undefined);
    expect(button(name)).toBeUndefined();
    expect(document.activeElement?.textContent).toContain('Select something on the page to see it.');
  });

  it('stays when the person declines, and says so', async () => {
    const host = await offered();
    host.offer.granted = false;
    await press('Everywhere');
    expect(page().textContent).toContain(OFFER);
    expect(page().textContent).toContain('nothing has changed');
  });

  it('is put away for good', async () => {
    const host = await offered();
    await press('No toolbar');
    expect(host.did).toEqual(['no toolbar']);
    expect(button('Everywhere')).toBeUndefined();
    expect(page().textContent).toContain('You can turn it on in Settings');
  });

  it('is not made for one site where there is none', async () => {
    await offered(estimated({ url: 'file:///home/me/page.html' }));
    expect([button('On this site'), button('Everywhere')]).toEqual([undefined, expect.anything()]);
  });
});
