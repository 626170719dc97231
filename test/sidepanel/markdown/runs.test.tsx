import { act } from 'react';
import { createRoot } from 'react-dom/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Runs, type RenderNode } from '../../../src/sidepanel/markdown/runs.tsx';

it('siblings are rendered in order, none is made again when others follow, and only those at the end are visited', () => {
  let visited = 0;
  const render: RenderNode<string> = (text, index) => {
    visited += 1;
    return <p key={index}>{text}</p>;
  };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 2, maxLength: 8 }), (steps) => {
      const host = document.createElement('div');
      const root = createRoot(host);
      let nodes: readonly string[] = [];
      let before: readonly Element[] = [];
      for (const step of steps) {
        nodes = [...nodes, ...Array.from({ length: step }, (_, index) => String(nodes.length + index))];
        visited = 0;
        act(() => root.render(<Runs nodes={nodes} render={render} depth={0} marks={null} />));
        expect(visited).toBeLessThanOrEqual(step + 3 * 8);
        const children = [...host.children];
        expect(children.map(({ textContent }) => textContent)).toEqual(nodes);
        expect(before.every((element, index) => element === children[index])).toBe(true);
        before = children;
      }
      act(() => root.unmount());
    }),
    { numRuns: 20 },
  );
});
