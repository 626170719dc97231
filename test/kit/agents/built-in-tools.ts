/** Every tool of the product: those that jobs offer and those that agents may use. */
import { EXTENSIONS } from '../../../src/lib/agents/tool-groups.ts';
import { JOBS } from '../../../src/lib/jobs/jobs.ts';

export const BUILT_IN_TOOLS = new Map(
  [
    ...Object.values(JOBS).flatMap(({ registry }) => [...registry.tools.values()]),
    ...EXTENSIONS.flatMap(({ tools }) => tools),
  ].map((tool) => [tool.definition.name, tool]),
);
