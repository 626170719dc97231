/** Deliberate holes in what the package says of itself (R11.13). */
import type { Hole } from './holes.ts';

const papers = (name: string): Hole['caughtBy'] => ({ file: 'test/scripts/package-papers.test.ts', test: name });

export const PACKAGE_HOLES: readonly Hole[] = [
  {
    name: 'ships a package whose licence text is missing',
    file: 'scripts/package/components.ts',
    find: 'if (own.length === 0 && !listed)',
    replace: 'if (false as boolean)',
    caughtBy: papers('fail the build for a package with no licence text'),
  },
  {
    name: 'ships a copied file whose source is not known',
    file: 'scripts/package/plugin.ts',
    find: 'if (!listed) throw',
    replace: 'if (!listed) return null;\n    if (listed.length === 0) throw',
    caughtBy: papers('fail the build for a copied file'),
  },
  {
    name: 'ships a licence inside a package that nobody listed',
    file: 'scripts/package/components.ts',
    find: 'if (!NOT_SHIPPED.includes(path) && ',
    replace: 'if (path === "" && ',
    caughtBy: papers('fail the build for a licence deep inside'),
  },
  {
    name: 'drops the notices that stand in the files',
    file: 'scripts/package/components.ts',
    find: "...files.flatMap((file) => findNotices(readFileSync(file, 'utf8'))),",
    replace: '...files.slice(files.length),',
    caughtBy: papers('keep the notices'),
  },
];
