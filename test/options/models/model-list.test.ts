import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../../src/lib/protocol/settings/settings.ts';
import { assignRole, getModelId } from '../../../src/lib/protocol/settings/roles.ts';
import { checkSettings } from '../../../src/lib/protocol/check.ts';
import { createUniqueId, putEntry } from '../../../src/lib/protocol/settings/model-entries.ts';
import { hasSharedServer, listRoles, removeEntry } from '../../../src/options/models/model-list.ts';
import { ANY_SETTINGS } from '../../kit/protocol/any-settings.ts';
import { entryOf } from '../../kit/protocol/settings.ts';

const A = entryOf({ model: 'a' });
const B = entryOf({ model: 'b' });
const BOTH: Settings = { ...DEFAULT_SETTINGS, models: [A, B], main: A.id, fast: B.id, fallback: B.id };

describe('the list of models', () => {
  it('gives an id of its own to what is added twice', () => {
    expect(createUniqueId('ollama:m', ['ollama:m', 'ollama-2:m'])).toBe('ollama-3:m');
    expect(createUniqueId(`${'x'.repeat(40)}:m`, [`${'x'.repeat(40)}:m`])).toBe(`${'x'.repeat(38)}-2:m`);
    expect(putEntry(BOTH, A, null).models.map(({ id }) => id)).toEqual(['server:a', 'server:b', 'server-2:a']);
  });

  it('keeps the place and the roles of a model that is changed or renamed', () => {
    const next = putEntry(BOTH, { ...A, id: 'mine:c', model: 'c' }, A.id);
    expect(next.models.map(({ id }) => id)).toEqual(['mine:c', 'server:b']);
    expect(next).toMatchObject({ main: 'mine:c', fast: B.id, fallback: B.id });
    expect(putEntry(BOTH, { ...A, pictures: true }, A.id).models[0]).toEqual({ ...A, pictures: true });
  });

  it('lets the embedded engine take over from a main model that is removed, and no other model beside it', () => {
    expect(removeEntry(BOTH, A.id)).toEqual({ ...DEFAULT_SETTINGS, models: [B] });
    expect(removeEntry(BOTH, B.id)).toEqual({ ...BOTH, models: [A], fast: '', fallback: '' });
    expect(removeEntry({ ...BOTH, fallback: 'extractive' }, A.id).fallback).toBe('');
  });

  it('never lets a model take over from itself', () => {
    const changed = assignRole(BOTH, 'main', B.id);
    expect(getModelId(changed, 'fallback')).toBe('');
    expect(getModelId(assignRole(changed, 'main', A.id), 'fallback')).toBe(B.id); // kept meanwhile
    expect(listRoles(BOTH, B.id)).toEqual(['fast', 'fallback']);
  });

  it('knows whether a server is used by another model too, whatever the path', () => {
    expect(hasSharedServer(BOTH, A)).toBe(true);
    expect(hasSharedServer({ ...BOTH, models: [A, { ...B, endpoint: 'http://localhost:1234/v1' }] }, A)).toBe(false);
    expect(hasSharedServer({ ...BOTH, models: [A, { ...B, endpoint: 'http://localhost:11434' }] }, A)).toBe(true);
  });

  it('stays sound whatever is done to it', () => {
    const change = fc.record({
      what: fc.constantFrom('put', 'replace', 'remove', 'role'),
      at: fc.nat(4),
      model: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(ANY_SETTINGS, fc.array(change, { maxLength: 8 }), (before, changes) => {
        const after = changes.reduce((now, { what, at, model }) => {
          const id = now.models[at % Math.max(1, now.models.length)]?.id;
          if (what === 'put' || id === undefined) return putEntry(now, entryOf({ model }), null);
          if (what === 'replace') return putEntry(now, entryOf({ model }), id);
          return what === 'remove' ? removeEntry(now, id) : assignRole(now, 'main', id);
        }, before);
        expect(checkSettings(after)).toEqual({ ok: true, value: after });
      }),
    );
  });
});
