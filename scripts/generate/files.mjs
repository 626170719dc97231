/** Freshness and atomic writes: several commands may generate at once, so a reader never sees half a file. */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a trailing slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const changedAt = async (path) => (await stat(path).catch(() => undefined))?.mtimeMs;

/** True when every output exists and none is older than an input. An input that is gone makes outputs stale. */
export async function isFresh(outputs, inputs) {
  const made = await Promise.all(outputs.map(changedAt));
  const from = await Promise.all(inputs.map(changedAt));
  if (made.includes(undefined) || from.includes(undefined)) return false;
  return Math.min(...made) >= Math.max(...from);
}

/** Writes the file whole or not at all; makes its folder. */
export async function write(path, content) {
  const draft = `${path}.${process.pid}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(draft, content);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
