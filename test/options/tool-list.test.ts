/** What the settings show of a server's tools, for any lists: a tool that is not what was switched on is never shown as on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedTool } from '../../src/lib/protocol/offscreen/tool-server.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { SwitchedTool } from '../../src/lib/protocol/settings/tool-servers.ts';
import {
  createServerId,
  findLapsedTools,
  listShownTools,
  putServer,
  removeServer,
  switchOffTools,
  switchTool,
} from '../../src/options/tools/tool-list.ts';

const name = fc.constantFrom('a', 'b', 'c', 'd');
const pin = fc.constantFrom('1'.repeat(64), '2'.repeat(64));
const inputSchema = { type: 'object' } as const;
const switched: fc.Arbitrary<readonly SwitchedTool[]> = fc.uniqueArray(
  fc.record({ name, pin, description: fc.string(), inputSchema: fc.constant(inputSchema), repeatable: fc.boolean() }),
  { selector: (tool) => tool.name },
);
const listed: fc.Arbitrary<readonly ListedTool[]> = fc.uniqueArray(
  fc.record({
    name,
    pin,
    description: fc.string(),
    inputSchema: fc.constantFrom(inputSchema, null),
    claims: fc.constant([]),
  }),
  { selector: (tool) => tool.name },
);

describe('what is shown', () => {
  it('is each tool once; on only if the server still has it as it was', () => {
    fc.assert(
      fc.property(switched, listed, switched, (on, now, lapsed) => {
        const shown = listShownTools(on, now, lapsed);
        const names = shown.map((tool) => tool.name);
        expect(new Set(names).size).toBe(names.length);
        expect(new Set(names)).toEqual(new Set([...on, ...now, ...lapsed].map((tool) => tool.name)));
        for (const tool of shown) {
          const same = (each: { readonly name: string }): boolean => each.name === tool.name;
          const [known, stored] = [now.find(same), on.find(same)];
          if (tool.state === 'on') expect(stored?.pin).toBe(known?.pin);
          if (tool.repeatable && known) expect([tool.state, stored?.repeatable]).toEqual(['on', true]);
          expect(tool.state === 'gone').toBe(known === undefined);
          expect(tool.switchable?.pin).toBe(known?.inputSchema ? known.pin : undefined);
          expect(tool.switchable?.repeatable ?? false).toBe(false);
        }
      }),
    );
  });

  it('is what is on before the server was asked', () => {
    fc.assert(
      fc.property(switched, (on) => {
        expect(listShownTools(on, null).map((tool) => [tool.name, tool.state])).toEqual(on.map((t) => [t.name, 'on']));
      }),
    );
  });

  it('begins with what changed or is gone', () => {
    fc.assert(
      fc.property(switched, listed, (on, now) => {
        const odd = listShownTools(on, now).map(({ state }) => state === 'changed' || state === 'gone');
        expect(odd).toEqual(odd.toSorted((a, b) => Number(b) - Number(a)));
      }),
    );
  });
});

it('switching a prompt leaves every tool as it is, and the other way round', () => {
  fc.assert(
    fc.property(switched, switched, fc.constantFrom('tools' as const, 'prompts' as const), (on, others, kind) => {
      const other = kind === 'tools' ? 'prompts' : 'tools';
      const server = { id: 'example', address: 'https://tools.example/mcp', tools: [...on], prompts: [...on] };
      const [tool] = others;
      if (tool === undefined) return;
      const settings = putServer(DEFAULT_SETTINGS, server);
      for (const after of [
        switchTool(settings, 'example', tool.name, tool, kind),
        switchTool(settings, 'example', tool.name, null, kind),
        switchOffTools(settings, 'example', others, kind),
      ])
        expect(after.toolServers[0]?.[other]).toEqual(on);
    }),
  );
});

describe('what is switched', () => {
  const settingsWith = (tools: readonly SwitchedTool[]) =>
    putServer(DEFAULT_SETTINGS, { id: 'example', address: 'https://tools.example/mcp', tools: [...tools] });
  const toolsOf = (settings: typeof DEFAULT_SETTINGS) => settings.toolServers.find(({ id }) => id === 'example')?.tools;

  it('leaves exactly the tools that have not lapsed', () => {
    fc.assert(
      fc.property(switched, listed, (on, now) => {
        const lapsed = findLapsedTools(on, now);
        const left = toolsOf(switchOffTools(settingsWith(on), 'example', lapsed)) ?? [];
        expect(findLapsedTools(left, now)).toEqual([]);
        for (const tool of left) expect(on).toContainEqual(tool);
      }),
    );
  });

  it('is one tool and no other; nothing of a server that is gone', () => {
    fc.assert(
      fc.property(switched, switched, (on, others) => {
        const [tool] = others;
        if (tool === undefined) return;
        const after = toolsOf(switchTool(settingsWith(on), 'example', tool.name, tool)) ?? [];
        expect(after.filter((each) => each.name !== tool.name)).toEqual(on.filter((each) => each.name !== tool.name));
        expect(after.filter((each) => each.name === tool.name)).toEqual([tool]);
        const gone = removeServer(settingsWith(on), 'example');
        expect(switchTool(gone, 'example', tool.name, tool)).toBe(gone);
        expect(switchOffTools(gone, 'example', on)).toBe(gone);
      }),
    );
  });
});

it('an id is free, valid, and says which server it is', () => {
  const taken = ['example', 'example-2'].map((id) => ({ id, address: '', tools: [] }));
  expect(createServerId('https://mcp.example.org/mcp', [])).toBe('example');
  expect(createServerId('https://mcp.example.org/mcp', taken)).toBe('example-3');
  expect(createServerId('http://localhost:3000/mcp', [])).toBe('localhost-3000');
  fc.assert(
    fc.property(fc.webUrl(), (address) => {
      expect(createServerId(address, taken)).toMatch(/^[a-z0-9][a-z0-9-]{0,19}$/);
    }),
  );
});
