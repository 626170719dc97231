/** What a server holds as a file that the user could have attached. Its bytes decide what it is once it is read. */
import { decodeBase64 } from '../../lib/base/base64.ts';
import type { ServerText } from '../../lib/protocol/requests/tool-server.ts';
import { PICTURE_TYPES } from '../pictures/picture-types.ts';
import { FILE_EXTENSIONS } from './file-types.ts';

const TEXT_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['text/html', '.html'],
  ['application/xhtml+xml', '.xhtml'],
  ['text/csv', '.csv'],
  ['text/tab-separated-values', '.tsv'],
  ['text/markdown', '.md'],
]);
const DOCUMENT_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ...TEXT_EXTENSIONS,
  ['application/pdf', '.pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
  ['application/json', '.txt'],
]);
const UNKNOWN_TYPES = ['', 'application/octet-stream'];
const MAX_NAME = 60;

interface FileTitle {
  readonly server: string;
  readonly name: string;
  /** Its end tells the kind where the server does not. */
  readonly uri?: string;
}

/** Null if it is of a kind that is not read, or its bytes were spoilt, as where a token was taken out of them. */
export function createServerFile({ server, name, uri = '' }: FileTitle, found: ServerText): File | null {
  const { text, bytes, mediaType } = found;
  const extension = findExtension(found, uri);
  if (extension === undefined) return null;
  const content = bytes === '' ? text : tryDecode(bytes);
  if (content === null) return null;
  const title = name.toLowerCase().endsWith(extension) ? name.slice(0, name.length - extension.length) : name;
  // the model is shown it as the title
  const fileName = `${title.replace(/[^\p{L}\p{N}._ -]+/gu, '-').slice(0, MAX_NAME)} of ${server}${extension}`;
  const isPicture = bytes !== '' && PICTURE_TYPES.includes(mediaType);
  return new File([content], fileName, {
    type: isPicture ? mediaType : 'text/plain',
  });
}

function tryDecode(bytes: string): Uint8Array<ArrayBuffer> | null {
  try {
    return decodeBase64(bytes);
  } catch {
    return null;
  }
}

function findExtension({ bytes, mediaType }: ServerText, uri: string): string | undefined {
  if (bytes === '') return TEXT_EXTENSIONS.get(mediaType) ?? '.txt';
  if (PICTURE_TYPES.includes(mediaType)) return '';
  if (UNKNOWN_TYPES.includes(mediaType)) return FILE_EXTENSIONS.find((each) => uri.toLowerCase().endsWith(each));
  return DOCUMENT_EXTENSIONS.get(mediaType) ?? (mediaType.startsWith('text/') ? '.txt' : undefined);
}
