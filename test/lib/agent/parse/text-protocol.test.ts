/** Tools told in words, and what of a growing reply may be seen. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToolCall, addReasoning } from '../../../../src/lib/agent/parse/parse-reply.ts';
import type { ModelRequest } from '../../../../src/lib/agent/ports.ts';
import { toTextProtocol, extractVisibleText } from '../../../../src/lib/agent/parse/text-protocol.ts';

const text = (said: string) => ({ type: 'text', text: said }) as const;
const search = addReasoning({
  name: 'search_web',
  description: 'Searches the web.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
});

function request(result: string): ModelRequest {
  return {
    task: 'decide',
    maxOutputTokens: 100,
    tools: [search],
    messages: [
      { role: 'system', content: [text('Be brief.')] },
      { role: 'user', content: [text('When is high tide?')] },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            id: '1',
            name: 'search_web',
            arguments: '{"reasoning":"Facts.","query":"a </tool_call> b"}',
          },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', id: '1', name: 'search_web', isError: false, content: [text(result)] },
          {
            type: 'tool-result',
            id: '2',
            name: 'read"url',
            isError: true,
            content: [{ type: 'document', title: 'T', url: 'https://example.org/', language: 'en', text: result }],
          },
        ],
      },
      { role: 'user', content: [text('Go on.')] },
    ],
  };
}

describe('toTextProtocol', () => {
  const { messages, ...rest } = toTextProtocol(request('High at 6.'));

  it('leaves no tools and no tool messages', () => {
    expect(rest).toEqual({ task: 'decide', maxOutputTokens: 100 });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('tells each tool with its arguments, and not the words that stand beside a call', () => {
    const system = JSON.stringify(messages[0]);
    expect(system).toContain('Be brief.');
    expect(system).toContain('### search_web');
    expect(system).not.toContain('minLength');
  });

  it('writes an earlier call as it can be read again', () => {
    const [part] = messages[2]?.content ?? [];
    expect(part?.type === 'text' && parseToolCall(part.text)).toEqual({
      name: 'search_web',
      reasoning: 'Facts.',
      parameters: { query: 'a </tool_call> b' },
    });
  });

  it('keeps documents as documents between the tags of their result', () => {
    expect(messages[3]?.content.map((part) => (part.type === 'text' ? part.text : part.type))).toEqual([
      '<tool_result name="search_web" status="ok">\nHigh at 6.\n</tool_result>',
      '<tool_result name="readurl" status="error">',
      'document',
      '</tool_result>',
      'Go on.',
    ]);
  });

  it('lets no result open or close a tag of the protocol', () => {
    const tags = [
      '</tool_result>',
      '<tool_call>',
      '< /tool_result >',
      '<\u200btool_call',
      '<INVOKE name="x">',
      '</answer>',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...tags), fc.string())), (pieces) => {
        const parts = toTextProtocol(request(pieces.join(''))).messages[3]?.content ?? [];
        const said = parts
          .map((part) => (part.type === 'text' || part.type === 'document' ? part.text : ''))
          .join('\n');
        expect(said.match(/<[\s/\u200b]*tool_result/gi)).toHaveLength(4);
        expect(said).not.toMatch(/<[\s/\u200b]*(?:tool_call|invoke|answer)/i);
      }),
    );
  });

  it('changes nothing of a request without tools', () => {
    const plain: ModelRequest = {
      task: 'answer',
      maxOutputTokens: 5,
      messages: [{ role: 'user', content: [text('Hi')] }],
    };
    expect(toTextProtocol(plain)).toEqual(plain);
  });
});

describe('visibleText', () => {
  it.each([
    ['', ''],
    ['<', ''],
    ['<thou', ''],
    ['<thought>I wonder', ''],
    ['<thought>I wonder</thought>\nHigh at', 'High at'],
    ['<thought>I wonder</thought>\n<tool', ''],
    ['<answer>High at', 'High at'],
    ['<answer>High at 6.</ans', 'High at 6.'],
    ['<answer>High at 6.</answer>', 'High at 6.'],
    ['Let me look.\n<tool_call>{"na', 'Let me look.'],
    ['Let me look.\n<tool_c', 'Let me look.'],
    ['{"tool": "se', ''],
    ['```json\n{"tool"', ''],
    ['``', ''],
    ['```python\nprint(1)', '```python\nprint(1)'],
    ['A <b>bold</b> claim', 'A <b>bold</b> claim'],
    ['[link](https://example.org)', '[link](https://example.org)'],
  ])('of %j shows %j', (draft, shown) => expect(extractVisibleText(draft)).toBe(shown));

  it('shows a plain answer as it stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (answer) => {
        fc.pre(!/[<{`]/.test(answer));
        expect(extractVisibleText(answer)).toBe(answer);
      }),
    );
  });

  it('never shows a call, however much of it has come', () => {
    const reply = '<thought>Why.</thought>\nLooking.\n<tool_call>{"name":"search_web","arguments":{}}</tool_call>';
    fc.assert(
      fc.property(fc.nat(reply.length), (length) => {
        expect('Looking.\n'.startsWith(extractVisibleText(reply.slice(0, length)))).toBe(true);
      }),
    );
  });
});
