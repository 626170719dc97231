/** Tools that a page offers: whatever it lists, what is offered to a model is bounded and says that it only reads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { narrowLimits } from '../../../../src/lib/agent/frames/narrow-config.ts';
import { PAGE_SERVER, type ServerTool } from '../../../../src/lib/agent/frames/server-tool.ts';
import { retryWith } from '../../../../src/lib/agent/frames/spec.ts';
import { MAX_PAGE_TOOLS } from '../../../../src/lib/protocol/page-tools.ts';
import { listRunTools, readPageTools, toShownTool } from '../../../../src/lib/toolbox/server/page-tools.ts';
import { createServerTool } from '../../../../src/lib/toolbox/server/server-tool.ts';
import { manifestOf } from '../../../kit/agents/played-agents.ts';
import { specOf } from '../../../kit/runs/world.ts';

const ORIGIN = 'https://tides.example';
const PAGE = { tabId: 7, documentId: 'D' };
const FIND = {
  name: 'find',
  description: 'Finds a tide.',
  inputSchema: '{"type":"object","properties":{"date":{"type":"string"}}}',
  readOnly: true,
};

/** As if the user had switched all of them on, as they are. */
async function offerAll(listed: unknown): Promise<readonly ServerTool[]> {
  const tools = await readPageTools(listed);
  const on = tools.map(({ name, pin }) => ({ origin: ORIGIN, name, pin }));
  return listRunTools(
    tools.map((tool) => toShownTool(tool, on)),
    ORIGIN,
    PAGE,
  );
}

const nested = (depth: number): string => `{"enum":[${'['.repeat(depth)}${']'.repeat(depth)}]}`;

const anyTool = fc.record(
  {
    name: fc.oneof(fc.constantFrom('find', 'book', '', '__proto__', 'a'.repeat(200)), fc.string(), fc.anything()),
    description: fc.oneof(fc.string(), fc.constant('x'.repeat(20_000)), fc.anything()),
    inputSchema: fc.oneof(
      fc.constantFrom('', '{', '[]', 'null', '{"$ref":"#"}', nested(9000), '{"properties":{"reasoning":{}}}'),
      fc.json(),
      fc.anything(),
    ),
    readOnly: fc.oneof(fc.boolean(), fc.constantFrom('true', 1, null), fc.anything()),
  },
  { requiredKeys: [] },
);

describe('what a page lists', () => {
  it('never throws, and never offers more or longer than is bounded, nor what does not say that it only reads', async () => {
    const lists = fc.oneof(fc.anything(), fc.array(anyTool, { maxLength: 12 }), fc.array(fc.anything()));
    await fc.assert(
      fc.asyncProperty(lists, async (listed) => {
        const offered = await offerAll(listed);
        expect(new Set(offered.map(({ name }) => name)).size).toBe(offered.length);
        for (const tool of offered) {
          expect(tool.description.length).toBeLessThanOrEqual(2000);
          expect(JSON.stringify(tool.inputSchema).length).toBeLessThanOrEqual(8100);
          expect(tool).toMatchObject({ repeatable: false, isPublic: false, address: ORIGIN, page: PAGE });
          const [first] = (listed as { name: unknown; readOnly: unknown }[]).filter(({ name }) => name === tool.name);
          expect(first?.readOnly).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is cut after so many', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ ...FIND, name: `find${String(at)}` }));
    expect(await offerAll(many)).toHaveLength(MAX_PAGE_TOOLS);
  });

  it.each([
    ['does not say that it only reads', { readOnly: false }],
    ['takes arguments that no model is shown', { inputSchema: '{"properties":{"reasoning":{"type":"string"}}}' }],
    ['has a schema that is none', { inputSchema: '{' }],
  ])('is shown and not offered where it %s', async (_, change) => {
    const listed = [{ ...FIND, ...change }];
    expect(await readPageTools(listed)).toHaveLength(1);
    expect(await offerAll(listed)).toEqual([]);
  });

  it('is off once its words or its schema differ from what was switched on, and says so', async () => {
    const [known] = await readPageTools([FIND]);
    const on = [{ origin: ORIGIN, name: 'find', pin: known?.pin ?? '' }];
    for (const change of [{ description: 'Finds all.' }, { inputSchema: '{}' }]) {
      const [now] = await readPageTools([{ ...FIND, ...change }]);
      expect(now && toShownTool(now, on)).toMatchObject({ isOn: false, isChanged: true });
    }
    expect(known && toShownTool(known, on)).toMatchObject({ isOn: true, isChanged: false });
  });
});

describe('a tool of a page in a run', () => {
  it('is asked about as a tool of a server whose host is the page’s, and its result is private to that site', async () => {
    const [found] = await offerAll([FIND]);
    const tool = found && createServerTool(found);
    expect(tool?.definition.name).toBe(`${PAGE_SERVER}__find`);
    expect(tool?.tier).toBe('write');
    expect(tool?.definition.annotations).toMatchObject({ readOnly: false, idempotent: false });
    expect(tool?.getDestination?.({})).toBe(ORIGIN);
    expect(tool?.errorLabels).toEqual({ integrity: 'untrusted', confidentiality: 'private', origin: ORIGIN });
  });

  it('is no agent’s, also if the agent names it, and stays in a run that is tried again', async () => {
    const ofPage = await offerAll([FIND]);
    const spec = specOf({ serverTools: ofPage });
    const named = manifestOf({ uses: [PAGE_SERVER, `${PAGE_SERVER}__find`] });
    expect(narrowLimits(named, spec).serverTools).toEqual([]);
    expect(retryWith(spec, specOf()).serverTools).toEqual(ofPage);
  });
});
