/** Arguments as headers: as a real server gets them, and for any texts. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeBase64 } from '../../../src/lib/base/base64.ts';
import { callTool, listTools, createParamHeaders } from '../../../src/lib/mcp/mcp-client.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';
import { startToolServer, type ServedTool, type ToolServer } from '../../kit/servers/mcp-server.ts';

const MODERN = { getProtocolEra: () => 'modern' as const };
const TOOL: ServedTool = {
  name: 'look',
  inputSchema: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      deep: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
      query: { type: 'string' },
    },
  },
  run: () => ({ content: [{ type: 'text', text: 'Looked.' }] }),
};
let server: ToolServer;
beforeAll(async () => void (server = await startToolServer(TOOL)));
afterAll(() => server.close());

const decode = (header: string): string => {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  return encoded === undefined ? header : new TextDecoder().decode(decodeBase64(encoded));
};

it('a server gets those that its tool wants, in headers of the call alone', async () => {
  const options = { address: server.url, fetch, version: 'test', signal: new AbortController().signal };
  const listed = await listTools(options);
  const pin = listed.type === 'tools' ? (listed.tools[0]?.pin ?? '') : '';
  const seen: (readonly [method: unknown, region: unknown, count: unknown])[] = [];
  server.answer(({ headers }) => {
    seen.push([headers['mcp-method'], headers['mcp-param-region'], headers['mcp-param-count']]);
    return false;
  });
  const args = { region: 'Île', deep: { count: 3 }, query: 'secret' };
  expect(await callTool({ name: 'look', pin, args }, options, () => undefined)).toMatchObject({ text: 'Looked.' });
  expect(
    seen.filter(([method]) => method === 'tools/call').map(([, region, count]) => [decode(String(region)), count]),
  ).toEqual([['Île', '3']]);
  expect(seen.filter(([method]) => method !== 'tools/call').every(([, region]) => region === undefined)).toBe(true);
});

it('any text can be sent, and is read as it was; what is missing or null has none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: ANY_CHARACTER }), fc.string()), (region) => {
      const headers = createParamHeaders(MODERN, TOOL.inputSchema, { region, deep: null });
      expect(Object.keys(headers)).toEqual(['Mcp-Param-Region']);
      const value = headers['Mcp-Param-Region'] ?? '';
      expect(new Headers(headers).get('mcp-param-region')).toBe(value);
      expect(decode(value)).toBe(region);
    }),
  );
  expect(createParamHeaders({ getProtocolEra: () => 'legacy' as const }, TOOL.inputSchema, { region: 'x' })).toEqual(
    {},
  );
});
