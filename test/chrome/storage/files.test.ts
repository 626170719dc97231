/** Files that the user gave, over an IndexedDB in memory. */
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { createIdbBlobs } from '../../../src/chrome/storage/blobs.ts';
import { createDatabase } from '../../../src/chrome/storage/database.ts';
import { createIdbFiles } from '../../../src/chrome/storage/files.ts';
import { createIdbArchive } from '../../../src/chrome/storage/idb-run-archive.ts';
import { MAX_FILE_BYTES } from '../../../src/lib/pipeline/file/file-kind.ts';
import { writeOf } from '../../kit/storage/archive-conformance.ts';

let databases = 0;
const fresh = (): string => `files-${String((databases += 1))}`;
const file = (name: string, content: BlobPart = 'Tea.'): File => new File([content], name);

it('a file is kept by its content, under any name, and counted', async () => {
  const db = createDatabase(fresh());
  const files = createIdbFiles(db);
  const hash = await files.put(file('tea.md'));
  expect(await files.put(file('other.txt'))).toBe(hash);
  expect(new TextDecoder().decode(await files.get(hash))).toBe('Tea.');
  expect(await createIdbArchive(db).measure()).toBe(4);
});

it('a file goes with the last conversation that names it, and what none names when the browser starts', async () => {
  const db = createDatabase(fresh());
  const [files, blobs, archive] = [createIdbFiles(db), createIdbBlobs(db), createIdbArchive(db)];
  const [named, unnamed] = [await files.put(file('tea.md')), await files.put(file('tea.md', 'Coffee.'))];
  const { frames, ...rest } = writeOf('r', 0, 1);
  const LATER = 4_000_000_000_000;
  const naming = frames.map((frame) => ({ ...frame, at: LATER, labels: { ...frame.labels, origin: named } }));
  await archive.put({ ...rest, head: { ...rest.head, status: 'done' }, frames: naming });
  await blobs.prune();
  expect(await files.get(named)).toBeDefined();
  expect(await files.get(unnamed)).toBeUndefined();
  await archive.remove('r');
  expect(await files.get(named)).toBeUndefined();
});

it.each([
  ['tea.md', '', 'file.empty'],
  ['tea.mp4', 'Tea.', 'file.type'],
  ['tea.md', new Uint8Array(MAX_FILE_BYTES + 1), 'file.too-large'],
  ['tea.docx', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'file.office'],
])('%s that cannot be read is refused at once', async (name, content, code) => {
  await expect(createIdbFiles(createDatabase(fresh())).put(file(name, content))).rejects.toMatchObject({
    error: { code },
  });
});

it('a file that the browser cannot read any more is refused with what to do', async () => {
  const gone = Object.assign(file('tea.md'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }),
  });
  await expect(createIdbFiles(createDatabase(fresh())).put(gone)).rejects.toMatchObject({
    error: { code: 'file.unreadable' },
  });
});

it('a database of an earlier version keeps what it has', async () => {
  const name = fresh();
  const before = await openDB(name, 1, {
    upgrade(db) {
      for (const store of ['texts', 'pictures']) {
        const made = db.createObjectStore(store);
        made.createIndex('at', 'at');
        made.createIndex('size', 'size');
      }
      db.createObjectStore('frames').createIndex('hash', 'hashes', { multiEntry: true });
    },
  });
  await before.put('texts', { text: 'Tea.', at: 1, size: 4 }, 'x');
  before.close();
  const db = createDatabase(name);
  expect(await createIdbBlobs(db).get('x')).toBe('Tea.');
  const hash = await createIdbFiles(db).put(file('tea.md'));
  expect(await createIdbFiles(db).get(hash)).toBeDefined();
});
