import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { listVerifiedLinks } from '../../../../src/lib/agent/loop/answer-links.ts';
import type { AgentState } from '../../../../src/lib/agent/state/agent-state.ts';
import { collectKnownLinks } from '../../../../src/sidepanel/answer/known-links.ts';
import { agentModel } from '../../../kit/models/agent-model.ts';
import { articleWith, drive, specOf, stateOf, world } from '../../../kit/runs/world.ts';

const TYPED = 'https://typed.example/a?q=1#part';
const ASK = specOf({ job: 'ask', goal: `Is it as ${TYPED} says?` });
const asked = async (answer: string, markdown: string) => {
  const model = agentModel([{ text: answer }], { notMine: ['The page has to be read first.'] });
  return stateOf(await drive(world(model, articleWith(markdown)), [], ASK));
};

describe('links of an answer', () => {
  let state: AgentState;
  beforeAll(async () => {
    state = await asked('Yes.', 'A page.');
  });

  const address = fc
    .tuple(
      fc.constantFrom('a', 'b'),
      fc.array(fc.constantFrom('x', 'Y', '%28', '/', '?q=', '-', '.', '_'), { maxLength: 6 }),
    )
    .map(([host, parts]) => `https://${host}.example/${parts.join('')}s`);
  /** Another address than that, as a model might make it. */
  const forge = fc.constantFrom(
    (url: string) => `${url}s3cret`,
    (url: string) => `${url}#s3cret`,
    (url: string) => `${url}?s3cret`,
    (url: string) => url.slice(0, -1),
    (url: string) => url.replace('.example', '.example.evil'),
    (url: string) => url.replace('https://', 'https://s3cret@'),
  );
  const write = fc.constantFrom(
    (url: string) => `[words](${url})`,
    (url: string) => `<${url}>`,
    (url: string) => `See ${url}.`,
    (url: string) => `**${url}**`,
    (url: string) => `[${url}](${url}),`,
    (url: string) => `| ${url}| |`,
  );

  it('are known if they stand on the page or were typed, to the letter, however they are written [R11.7]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(address, { maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(), fc.option(forge), write), { maxLength: 6 }),
        async (onPage, inAnswer) => {
          const there = [...onPage, TYPED];
          const written = inAnswer.map(([at, change, form]) => {
            const url = there[at % there.length] ?? TYPED;
            const shown = change?.(url) ?? url;
            return { href: new URL(shown).href, text: form(shown) };
          });
          const page = onPage.map((url) => `Text [link](${url}) text.`).join('\n\n');
          const links = await listVerifiedLinks(written.map(({ text }) => text).join('\n'), state, () =>
            Promise.resolve(page),
          );
          const known = new Set(there.map((url) => new URL(url).href));
          for (const href of links) expect(known).toContain(href);
          for (const { href } of written) if (known.has(href)) expect(links).toContain(href);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are in the frame of the answer, and may be clicked in the panel', async () => {
    const [link, forged] = ['https://site.example/next', 'https://site.example/next?q=s3cret'];
    const answer = `Read [on](${link}), not [here](${forged}); ${TYPED} says so.`;
    const { request, ...rest } = await asked(answer, `Go [on](${link}).`);
    expect(request.answer?.links).toEqual([TYPED, link]);
    const known = collectKnownLinks({ request, ...rest });
    expect([link, TYPED, forged].map((url) => known.has(url))).toEqual([true, true, false]);
  });

  it('are none in the frame of an answer without any', () => {
    expect(state.request.answer).not.toHaveProperty('links');
  });
});
