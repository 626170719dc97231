/** What a question is about: only what the user chose, added, or was told of before the first character. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveKind } from '../../../src/sidepanel/question/obstacle.ts';

const use = fc.record({
  where: fc.constantFrom('default', 'page', 'web', 'agent', 'chat' as const),
  defaultKind: fc.constantFrom('page', 'chat' as const),
  hasPictures: fc.boolean(),
  hasFiles: fc.boolean(),
  hasContext: fc.boolean(),
});

it('never is the page beside a chat, unless the person chose the page or added something of one', () => {
  fc.assert(
    fc.property(use, (given) => {
      const hasAdded = given.hasPictures || given.hasFiles || given.hasContext;
      const mayBeOfPage =
        given.where === 'page' || (given.where === 'default' && (hasAdded || given.defaultKind === 'page'));
      if (!mayBeOfPage) expect(resolveKind(given)).not.toBe('page');
    }),
  );
});

it('never is a chat, the web or an agent where the person chose the page', () => {
  fc.assert(
    fc.property(use, (given) => {
      expect(['page', 'picture', 'file']).toContain(resolveKind({ ...given, where: 'page' }));
    }),
  );
});
