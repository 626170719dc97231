/** Files that the user gave, by hash in IndexedDB, too big for messages. */
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { sha256 } from '../../lib/base/hash.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { detectFileKind, type FileProblem } from '../../lib/pipeline/file/file-kind.ts';
import { HEAD_BYTES } from '../../lib/pipeline/web/body.ts';
import { createDatabase, type Database } from './database.ts';

interface KeptFiles {
  /** Returns its hash. Idempotent. Throws a `UserFacingError` if it is of no kind that is read, empty or too large. */
  put(file: Blob & { readonly name: string }): Promise<string>;
  get(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export function createIdbFiles(db: Database = createDatabase()): KeptFiles {
  return {
    async put(file) {
      const { name, size } = file;
      const head = await readBytes(file.slice(0, HEAD_BYTES), name);
      const found = detectFileKind({ name, size, head });
      if (!found.ok) throw new UserFacingError(nameFile(FILE_ERRORS[found.problem], name));
      const bytes = await readBytes(file, name);
      const hash = await sha256(bytes);
      const stored = { bytes, at: Date.now(), size: bytes.length };
      await db(['files'], 'readwrite', (tx) => tx.objectStore('files').put(stored, hash));
      return hash;
    },
    get: (hash) => db(['files'], 'readonly', async (tx) => (await tx.objectStore('files').get(hash))?.bytes),
  };
}

/** A folder, or a file that was deleted or is open elsewhere, cannot be read. */
async function readBytes(file: Blob, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new UserFacingError(nameFile(FILE_UNREADABLE_ERROR, name), { cause: `${name}: ${String(cause)}` });
  }
}

const MAX_NAME_LENGTH = 60;

/** Several files may be given at once. */
export const nameFile = (error: UserError, name: string): UserError => ({
  ...error,
  message: `${isolateLine(name, MAX_NAME_LENGTH)}: ${error.message}`,
});

const KINDS_HINT = 'Take a PDF, Word (.docx), HTML, Markdown, CSV or text file.';

const FILE_UNREADABLE_ERROR: UserError = {
  code: 'file.unreadable',
  message: 'The browser couldn’t read the file.',
  hint: 'Check that it is still there and no folder, and add it again.',
};

export const FILE_ERRORS: Readonly<Record<FileProblem, UserError>> = {
  empty: { code: 'file.empty', message: 'This file is empty.', hint: 'Choose another file.' },
  'too-large': {
    code: 'file.too-large',
    message: 'This file is larger than 50 MB, more than KnowledgeLens reads at once.',
    hint: 'Save a part of it, such as one chapter, and add that.',
  },
  office: {
    code: 'file.office',
    message: 'This file is protected by a password or older than .docx.',
    hint: 'Save a copy without the password as .docx or PDF, and add that.',
  },
  type: { code: 'file.type', message: 'This kind of file can’t be read.', hint: KINDS_HINT },
};
