/** Titles, names, queries and headings of strangers on each surface: clipped, and isolated for direction. */
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { quoted } from '../../kit/runs/citations.ts';
import { HOSTILE_LINE as HOSTILE, listLineFaults, MARKER } from '../../kit/base/hostile-line.ts';
import { acted } from '../kit/acted.ts';
import { createPdfFetchError } from '../../../src/chrome/offscreen/pdf-source.ts';
import { formatReason, parseErrorBody } from '../../../src/lib/models/http/error-body.ts';
import { entry, listed, RESEARCHER, toKeep } from '../kit/agent-frames.ts';
import { asked, estimated, listedRun, models, OPENING, OTHER, say, START, TAB, type Answers } from '../kit/script.ts';
import { add, choose, open, page, press } from '../kit/stand.tsx';
import { engine, grade, MOON, OUTLOOK, result, searchRound, web } from '../kit/web-frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';

const readHostile = (): FrameDraft => {
  const draft = say.read();
  if (draft.kind !== 'tool.result') throw new Error('drafts');
  const objects = draft.objects.map((object) => ({ ...object, meta: { ...object.meta, title: HOSTILE } }));
  return { ...draft, objects } as FrameDraft;
};
const QUOTE = quoted('twice a day', {}, { title: HOSTILE, path: [HOSTILE, HOSTILE] });
const ANSWERED = [
  ...OPENING.slice(0, 3),
  readHostile(),
  say.modelCall(),
  say.reply('Tides come [twice a day](#p1).'),
  say.answer('Tides come [twice a day](#p1).', '', [QUOTE]),
];
const label = { ...OTHER, label: HOSTILE };

const SEARCHED = [
  web.invoked(),
  ...web.search(),
  web.round(
    searchRound(HOSTILE, [result('w1', MOON, { title: HOSTILE, published: HOSTILE, engines: [HOSTILE] })], {
      need: HOSTILE,
      strategy: 'related',
      why: HOSTILE,
      by: 'model',
      engines: [engine(HOSTILE, { outcome: 'failed', why: HOSTILE })],
    }),
  ),
  web.grades([grade(MOON, { reason: HOSTILE })], HOSTILE),
  web.source('w1', MOON, { title: HOSTILE }),
  web.found(),
  ...web.answered('The moon pulls.'),
];

const show = (run?: readonly FrameDraft[], answers: Answers = {}) =>
  open(estimated({ title: HOSTILE, modelLabel: HOSTILE, paidFallback: HOSTILE, metered: false }), run, answers);

const SURFACES: Readonly<Record<string, () => Promise<unknown>>> = {
  'a page before a run': () => show(),
  'an answer with a quote': () => show(ANSWERED),
  'the searches of a question': () => show(SEARCHED, { 'web.outlook': () => ({ ok: true, value: OUTLOOK }) }),
  'a model that does not answer': () => {
    const invoked = say.invoked({ models: models({}, { fallback: label }) });
    return show([invoked, ...OPENING.slice(1), say.reply('', 'answer', 'failed'), say.wait(START + 1e12)]);
  },
  'the history and its menus': async () => {
    const run = listedRun({ title: HOSTILE, page: `${HOSTILE}!`, snippet: `twice ${HOSTILE}` });
    await show(undefined, { 'history.list': () => ({ ok: true, value: { runs: [run] } }) });
    await press('History');
  },
  'a conversation that was deleted': async () => {
    const run = listedRun({ title: HOSTILE });
    await show(undefined, { 'history.list': () => ({ ok: true, value: { runs: [run] } }) });
    await press('History');
    await choose('Options for', 'Delete');
  },
  'other tabs to choose from': async () => {
    const host = await show();
    const tabs = [{ tabId: 11, title: HOSTILE, url: 'https://a.example/' }];
    await acted(() => host.tabs({ tabs, hidden: 0 }));
    await add('Add tabs…');
    await acted(() => page().querySelector<HTMLElement>('[role=option]')?.click());
  },
  'the agents': async () => {
    const agent = entry({ ...RESEARCHER, id: 'mine', name: HOSTILE, description: HOSTILE });
    await show(undefined, { 'agents.list': () => listed(agent) });
    await choose('More', 'Agents');
  },
  'the page in view': async () => {
    const host = await show();
    await acted(() => host.view({ ...TAB, title: HOSTILE }));
  },
  'the choice of a model': async () => {
    const list = [
      { id: 'a:b', label: HOSTILE },
      { id: 'c:d', label: HOSTILE },
    ];
    const host = await show(OPENING);
    Object.assign(host, { loadModels: () => Promise.resolve({ main: 'a:b', models: list }) });
    await acted(() => host.changeSettings());
  },
  'a refusal with the server’s reason': () => {
    const message = `api.example refused the request (400)${formatReason(parseErrorBody(HOSTILE).text)}`;
    return open({ ok: false, error: { code: 'model.server', message, hint: '' } });
  },
  'a PDF that its page could not fetch': () =>
    open({ ok: false, error: createPdfFetchError('failed', HOSTILE.repeat(9)) }),
  'an agent that is proposed': () => {
    const manifest = { ...RESEARCHER, name: HOSTILE, description: HOSTILE, natural_language_description: HOSTILE };
    return show([...OPENING.slice(0, 2), say.plan(2), say.ask('approval', '2/ask', '', toKeep(manifest))]);
  },
  'an approval': () => {
    const call = asked('search_web_for_info', { query: HOSTILE }, HOSTILE);
    const sent = { ...call, leaves: { to: ['Wikipedia'], text: HOSTILE } };
    return show([...OPENING.slice(0, 2), say.plan(2), say.ask('approval', '2/ask', '', sent)]);
  },
};

describe('a stranger’s title, name or query', () => {
  it.each(Object.entries(SURFACES))('cannot break out of its line in %s [R11.7]', async (_surface, open) => {
    await open();
    act(() => {
      for (const each of page().querySelectorAll('details')) each.open = true;
      for (const each of page().querySelectorAll<HTMLElement>('.menu > [aria-expanded=false]')) each.click();
    });
    expect(page().textContent).toContain(MARKER.slice(0, 3));
    expect(listLineFaults(page())).toEqual([]);
  });
});
