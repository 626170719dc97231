import { expect, it } from 'vitest';
import {
  FIELD_PATHS,
  findField,
  getFieldText,
  getUses,
  listOtherFields,
  parseLimit,
} from '../../../src/sidepanel/agents/definition.ts';

it('a problem stands at its field, that of an id at the name, and others nowhere', () => {
  for (const [name, path] of Object.entries(FIELD_PATHS)) expect(findField({ path: path.join('.') })).toBe(name);
  expect(findField({ path: 'agent.uses_tools[3]' })).toBe('uses');
  expect(findField({ path: 'id' })).toBe('name');
  for (const path of ['', 'agent', 'agent.limits', 'agent.model', 'x', 'depends_on[0]'])
    expect(findField({ path })).toBeNull();
});

it('a field shows a text or a number, milliseconds as seconds, and nothing else', () => {
  const definition = { name: 'A', description: 3, agent: { limits: { max_turns: 'many', time_budget_ms: 90_500 } } };
  expect(getFieldText(definition, 'name')).toBe('A');
  expect(getFieldText(definition, 'description')).toBe('3');
  expect(getFieldText(definition, 'routing')).toBe('');
  expect(getFieldText(definition, 'turns')).toBe('many');
  expect(getFieldText(definition, 'time')).toBe('90.5');
  expect(getFieldText({ name: ['A'] }, 'name')).toBeNull();
});

it('a limit is a number, what is typed in place of one, or the default', () => {
  expect(parseLimit(' 12 ', 'turns')).toBe(12);
  expect(parseLimit('90', 'time')).toBe(90_000);
  expect(parseLimit('many', 'time')).toBe('many');
  expect(parseLimit(' ', 'turns')).toBeUndefined();
});

it('names what it may use, or knows that the form cannot', () => {
  expect(getUses({})).toEqual([]);
  expect(getUses({ agent: { uses_tools: ['page'] } })).toEqual(['page']);
  for (const uses of ['page', [1], { a: 1 }]) expect(getUses({ agent: { uses_tools: uses } })).toBeNull();
});

it('tells what no field shows', () => {
  const limits = { max_turns: 3, soft: true };
  const agent = { model: 'fast', parameters: { temperature: 1 }, uses_tools: [], limits };
  expect(listOtherFields({ id: 'a', name: 'A', version: '1.0.0', x: [], agent })).toEqual([
    'version',
    'x',
    'agent.model',
    'agent.parameters',
    'agent.limits.soft',
  ]);
});
