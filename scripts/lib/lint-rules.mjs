/** The project's own lint rules: ways a string can become code or markup, and where a part of the worker may begin. */
const report = (message) => (context, node) => context.report({ node, message });
const markup = report('Markup from strings runs scripts. Build nodes: React, or createElement and textContent.');
const part = report(
  'Only background/wire.ts and services.ts begin a part of the worker that is loaded later (docs/decisions/worker-scripts.md).',
);

export default {
  meta: { name: 'house' },
  rules: {
    'no-markup-from-strings': {
      create: (context) => ({
        AssignmentExpression(node) {
          const property = node.left.type === 'MemberExpression' ? node.left.property.name : undefined;
          if (property === 'innerHTML' || property === 'outerHTML') markup(context, node);
        },
      }),
    },
    'no-dynamic-import': { create: (context) => ({ ImportExpression: (node) => part(context, node) }) },
  },
};
