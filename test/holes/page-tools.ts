/** Deliberate holes in what stands between a run and the tools that a page offers (SAFETY D10, D16). */
import type { Hole } from './holes.ts';

const listed = (name: string): Hole['caughtBy'] => ({ file: 'test/lib/toolbox/server/page-tools.test.ts', test: name });

export const PAGE_TOOL_HOLES: readonly Hole[] = [
  {
    name: 'offers a tool of a page that does not say that it only reads',
    file: 'src/lib/toolbox/server/page-tools.ts',
    find: '  isReadOnly && inputSchema !== null;',
    replace: '  (isReadOnly || !isReadOnly) && inputSchema !== null;',
    caughtBy: listed('is shown and not offered where it does not say that it only reads'),
  },
  {
    name: 'takes any hint of a page for read-only',
    file: 'src/lib/toolbox/server/page-tools.ts',
    find: "readOnly: listed['readOnly'] === true }",
    replace: "readOnly: Boolean(listed['readOnly']) }",
    caughtBy: listed(
      'never throws, and never offers more or longer than is bounded, nor what does not say that it only reads',
    ),
  },
  {
    name: 'keeps a tool on that its page has changed',
    file: 'src/lib/toolbox/server/page-tools.ts',
    find: 'const isSame = stored?.pin === tool.pin;',
    replace: 'const isSame = stored !== undefined;',
    caughtBy: listed('is off once its words or its schema differ from what was switched on, and says so'),
  },
  {
    name: 'gives a page’s tool to an agent',
    file: 'src/lib/agent/frames/narrow-config.ts',
    find: 'tool.page === undefined &&',
    replace: '',
    caughtBy: listed('is no agent’s, also if the agent names it, and stays in a run that is tried again'),
  },
];
