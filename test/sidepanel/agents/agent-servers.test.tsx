/** Tool servers in the form of an agent. */
import { expect, it } from 'vitest';
import { editor, fieldOf, judged, opened, OWN, tick } from './agents-desk.ts';
import { press } from '../kit/stand.tsx';

it('offers the servers that are set up, whole or by the tool, and says of a name that is gone that it is', async () => {
  const add = { name: 'sums__add', title: 'add' };
  const servers = [
    { id: 'sums', tools: [add, { name: 'sums__take', title: 'take' }] },
    { id: 'web', tools: [{ name: 'web__read', title: 'read' }] },
    { id: 'idle', tools: [] },
  ];
  const text = 'id: mine\nname: Mine\nagent:\n  uses_tools: [ gone__x ]\n';
  await opened([{ ...OWN, text }], {
    'agents.list': () => ({ ok: true, value: { agents: [{ ...OWN, text }], broken: [], servers } }),
  });
  await press('Mine');
  await press('Edit');
  await judged();
  expect(fieldOf('gone__x')?.closest('.tick')?.textContent).toContain('its server is gone');
  expect(fieldOf('web')?.disabled).toBe(true);
  expect(fieldOf('idle')?.closest('.tick')?.textContent).toContain('no tools on');
  await tick('add');
  expect(editor()?.value).toContain('uses_tools: [ gone__x, sums__add ]');
  await tick('sums');
  expect([fieldOf('add'), fieldOf('take')].map((each) => [each?.checked, each?.disabled])).toEqual([
    [true, true],
    [true, true],
  ]);
  expect(editor()?.value).toContain('uses_tools: [ gone__x, sums__add, sums ]');
});
