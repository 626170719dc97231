import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const MAX_BYTES = 1_000_000;

describe('the repository', () => {
  it('holds no large file, as a package or a build that was added by mistake would be', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
    expect(files.length).toBeGreaterThan(100);
    const sizes = files.map((name) => [name, statSync(name, { throwIfNoEntry: false })?.size ?? 0] as const);
    expect(sizes.filter(([, size]) => size > MAX_BYTES)).toEqual([]);
  });
});
