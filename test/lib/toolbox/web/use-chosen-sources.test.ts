/** Answering once more with the sources that the user chose. */
import { describe, expect, it } from 'vitest';
import type { Frame, SourceChoice } from '../../../../src/lib/agent/frames/frames.ts';
import { EXTRACTIVE_ID } from '../../../../src/lib/models/config.ts';
import { createExtractiveModel } from '../../../../src/lib/models/extractive/extractive-model.ts';
import type { ModelRequest } from '../../../../src/lib/models/model.ts';
import { useChosenSources } from '../../../../src/lib/toolbox/web/use-chosen-sources.ts';
import { canCite } from '../../../../src/lib/toolbox/web/web-artifacts.ts';
import { finished, researching, resultsOf, SPEC } from '../../../kit/web/researching.ts';
import { gradesFor, hit, judging, taskOf, unreadable, webWorld, type MadeWeb } from '../../../kit/web/web-world.ts';
import { articleWith, modelsOf, roughCounter, stateOf, termsIn, wishIn, world } from '../../../kit/runs/world.ts';

const at = (name: string): string => hit(name).url;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const WEB: MadeWeb = { find: () => NAMES.map((name) => hit(name)) };
const DONE = { text: 'Known.' };
/** The first three of six results are of use, which is half of them. */
const firstThree = judging((_request, count) => gradesFor(count, (index) => index <= 3));

/** A question, and the same once more with those sources. */
async function again(sources: SourceChoice, web: MadeWeb = WEB, meanwhile = (): unknown => undefined) {
  const run = researching(web, [DONE, DONE], { other: firstThree });
  const before = await finished(run.world);
  const counted = { queries: run.queries.length, grades: gradings(run.model.asked), fetched: run.fetched.length };
  const wish = { ...wishIn(SPEC), sources };
  meanwhile();
  run.world.commands.push({ id: 'f', type: 'follow', request: wish, config: termsIn(SPEC) });
  const { frames, state } = await finished(run.world, SPEC, before.frames);
  const since = frames.slice(before.frames.length);
  const added = {
    queries: run.queries.length - counted.queries,
    grades: gradings(run.model.asked) - counted.grades,
    fetched: run.fetched.slice(counted.fetched),
  };
  return { frames: since, state, added };
}

const gradings = (asked: readonly ModelRequest[]): number =>
  asked.filter((request) => taskOf(request) === 'grade').length;

const webIn = (frames: readonly Frame[]) =>
  frames.flatMap((frame) =>
    frame.kind === 'tool.result' ? frame.objects.flatMap((object) => (object.name === 'web' ? [object] : [])) : [],
  );

describe('use_chosen_sources', () => {
  it('reads what was pinned and not read yet, and neither searches nor grades [J5]', async () => {
    const { added, frames, state } = await again({ pinned: [at('b'), at('e'), at('f')], banned: [] });
    expect(added).toEqual({ queries: 0, grades: 0, fetched: [at('e'), at('f')] });
    expect(resultsOf(frames, 'use_chosen_sources')).toMatchObject([{ isError: false, payload: 'passages' }]);
    expect(NAMES.filter((name) => canCite(at(name), state))).toEqual(['a', 'b', 'c', 'e', 'f']);
  });

  it('shows nothing of what was banned, read or not', async () => {
    const { added, frames, state } = await again({ pinned: [], banned: [at('a'), at('d')] });
    expect(added.fetched).toEqual([]);
    const [shown] = resultsOf(frames, 'use_chosen_sources');
    expect(JSON.stringify(shown?.content)).toContain(at('b'));
    expect(JSON.stringify(shown?.content)).not.toContain(at('a'));
    expect(canCite(at('a'), state)).toBe(false);
  });

  it('reads the good pages where none could be read before: the person may have allowed it since [J5]', async () => {
    let allowed = false;
    const page = (): string | Error => (allowed ? 'Words.' : unreadable('web.no-access'));
    const { added, frames } = await again({ pinned: [], banned: [at('b')] }, { ...WEB, page }, () => (allowed = true));
    expect(added).toEqual({ queries: 0, grades: 0, fetched: [at('a'), at('c')] });
    expect(webIn(frames).map(({ meta }) => meta.how)).toEqual(['page', 'page']);
  });

  it('takes the word of the engine for a pinned page that cannot be read', async () => {
    const { frames } = await again(
      { pinned: [at('e')], banned: [] },
      { ...WEB, page: (url) => (url === at('e') ? unreadable() : 'Words.') },
    );
    expect(webIn(frames).map(({ meta }) => [meta.url, meta.how])).toContainEqual([at('e'), 'snippet']);
  });

  it('fetches nothing that no search of the run has found', async () => {
    const { added } = await again({ pinned: ['https://elsewhere.example/'], banned: [] });
    expect(added.fetched).toEqual([]);
  });

  it('ends in an honest sentence where every source is banned and nobody knows anything', async () => {
    const models = modelsOf({ id: EXTRACTIVE_ID, label: 'Built in', metered: false });
    const made = webWorld({ find: () => [hit('a', 'The Elbe tide rose high in Hamburg in 1962')] });
    const w = world(createExtractiveModel(roughCounter), articleWith(''), made.ports);
    const spec = { ...SPEC, models, sources: null };
    const before = await finished(w, spec);
    const wish = { ...wishIn(spec), sources: { pinned: [], banned: [at('a')] } };
    w.commands.push({ id: 'f', type: 'follow', request: wish, config: termsIn(spec) });
    const { state } = await finished(w, spec, before.frames);
    expect(state.status).toBe('done');
    expect(state.request.answer?.text).toContain('The built-in engine has no knowledge of its own');
    expect(state.request.answer?.citations).toEqual([]);
  });

  it('is there only where the person has chosen', () => {
    expect(useChosenSources.checkAvailability?.(stateOf([]))).toBe('the person has chosen no sources.');
  });
});
