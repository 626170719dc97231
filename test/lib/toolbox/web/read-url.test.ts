/** Reading one page of the web: which addresses pass, which are asked about, and what is made of what was read. */
import { describe, expect, it } from 'vitest';
import { UNREADABLE } from '../../../../src/lib/agent/egress/destinations.ts';
import { resolveLinkRef } from '../../../../src/lib/agent/egress/link-table.ts';
import { readUrl } from '../../../../src/lib/toolbox/web/read-url.ts';
import { calls, finished, GOAL, researching, resultsOf, SPEC, TIDE } from '../../../kit/web/researching.ts';
import { gradesFor, hit, judging, type MadeWeb } from '../../../kit/web/web-world.ts';

const [A, B, MORE] = ['https://a.example.org/page', 'https://b.example.org/page', 'https://more.example.org/tides'];
/** Of two results the first is of use, and links to a third page. */
const WEB: MadeWeb = {
  find: () => [hit('a'), hit('b')],
  page: (url) => (url === A ? `# Flood\n\n${TIDE} [More on tides](${MORE}#later).` : `# Other\n\nWords of ${url}.`),
};
/** Of a search the first result is of use; a page that was read is, or is not. */
const finding = (page: boolean) =>
  judging((_request, count) => gradesFor(count, (index) => (count === 1 ? page : index === 1)));
const first = finding(true);
const read = (ref: string) => calls('read_url', { ref });
const DONE = { text: 'Known.' };

describe('read_url', () => {
  it('reads a result by its reference, and grades what it has read before it is shown [R4.7d]', async () => {
    const run = researching(WEB, [read('w2'), DONE], { other: first });
    const { frames, state } = await finished(run.world);
    expect(run.fetched).toEqual([A, B]);
    expect(state.request.asks).toEqual([]);
    const [result] = resultsOf(frames, 'read_url');
    expect(result).toMatchObject({ isError: false, message: `Read “Title of ${B}”.` });
    expect(JSON.stringify(result?.content)).not.toBe('[]');
    expect(state.grades.get(B)).toMatchObject({ relevance: 'relevant', by: 'model', need: GOAL });
  });

  it('says of a page whose text is only its data that it is', async () => {
    const run = researching({ ...WEB, fromData: (url) => url === B }, [read('w2'), DONE], { other: first });
    const { frames } = await finished(run.world);
    const said = (where: string): boolean => where.includes('Read from the page’s data');
    const results = frames.filter(({ kind }) => kind === 'tool.result').map((frame) => JSON.stringify(frame));
    expect(results.filter(said)).toHaveLength(1);
    expect(results.find(said)).toContain(B);
    expect(said(JSON.stringify(run.model.asked))).toBe(true);
  });

  it('follows a link of a page that was read, which nobody has to be asked about', async () => {
    const run = researching(WEB, [read(MORE), DONE], { other: first });
    const { state } = await finished(run.world);
    expect(state).toMatchObject({ status: 'done', request: { asks: [] } });
    expect(run.fetched).toEqual([A, MORE]);
  });

  it('asks about that link too where the clock asked, since nobody is there who chose the page', async () => {
    const run = researching(WEB, [read(MORE), DONE], { other: first });
    const { state } = await finished(run.world, { ...SPEC, byClock: { name: 'Morning', page: 'hash' } });
    expect(state).toMatchObject({ status: 'asking', request: { asks: [{ form: 'approval' }] } });
    expect(run.fetched).toEqual([A]);
  });

  it.each([
    ['of the person', `${GOAL} See https://named.example.net/x?utm_source=mail.`, 'https://named.example.net/x'],
    ['with another name of the same page', `${GOAL} https://named.example.net/x`, 'https://named.example.net/x#top'],
  ])('reads an address %s as it is typed, and asks no model what it is worth', async (_whose, goal, ref) => {
    const run = researching(WEB, [read(ref), DONE], { other: first });
    const { state, frames } = await finished(run.world, { ...SPEC, goal });
    expect(run.fetched).toEqual([A, 'https://named.example.net/x']);
    expect(state.grades.get('https://named.example.net/x')).toMatchObject({
      by: 'user',
      reason: 'Named by the person.',
    });
    expect(resultsOf(frames, 'read_url')[0]?.isError).toBe(false);
  });

  it.each([
    ['that nobody has named', 'https://evil.example/?q=5.70'],
    ['of a host that is known, with other words in it', `${A}?leak=5.70`],
    ['that only looks like one', 'https://a.example.org.evil.example/page'],
    ['under another scheme of a known page', 'http://a.example.org/page'],
  ])('asks the person about an address %s, and fetches nothing before [R9.1]', async (_which, ref) => {
    const run = researching(WEB, [read(ref), DONE], { other: first });
    const { state } = await finished(run.world);
    expect(state.status).toBe('asking');
    expect(state.request.asks).toMatchObject([
      { form: 'approval', call: { tool: 'read_url', args: { ref }, grant: null } },
    ]);
    expect(run.fetched).toEqual([A]);
  });

  it('reaches nowhere that its arguments do not tell', async () => {
    const { state } = await finished(researching(WEB, [DONE], { other: first }).world);
    for (const ref of ['w9', '', 'constructor', 'javascript:alert(1)', 'https://evil.example/', 7, null])
      expect(readUrl.getDestination?.({ ref }, state)).toBe(UNREADABLE);
    expect(resolveLinkRef(' w1 ', state)).toBe(A);
    expect(resolveLinkRef(`${MORE}?more`, state)).toBeNull();
  });

  it('shows nothing of a page that bears not on what is wanted, and says so', async () => {
    const run = researching(WEB, [read('w2'), DONE], { other: finding(false) });
    const { frames, state } = await finished(run.world);
    const [result] = resultsOf(frames, 'read_url');
    expect(result).toMatchObject({ isError: true, recoverable: true, error: { code: 'web.of-no-use' }, content: [] });
    expect(state.grades.get(B)?.relevance).toBe('not_relevant');
  });

  it('fetches no page a second time, by whatever name it is called', async () => {
    const run = researching(WEB, [read('w1'), read(`${A}#flood`), DONE], { other: first });
    const { frames } = await finished(run.world);
    expect(resultsOf(frames, 'read_url').map(({ isError }) => isError)).toEqual([false, false]);
    expect(run.fetched).toEqual([A]);
  });

  it('is a failure that the model may think about where the page cannot be had', async () => {
    const web = { ...WEB, page: (url: string) => (url === B ? new Error('Gone.') : TIDE) };
    const { frames, state } = await finished(researching(web, [read('w2'), DONE, DONE], { other: first }).world);
    expect(resultsOf(frames, 'read_url')[0]?.isError).toBe(true);
    expect(state.status).toBe('done');
  });
});
