import { getErrorMessage, UserFacingError } from '../../lib/base/errors.ts';

/** Throws a `UserFacingError` if the packaged file is missing. */
export async function loadTokenRanks(): Promise<Uint8Array> {
  try {
    const response = await fetch(chrome.runtime.getURL('tok/o200k_base.bin'));
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new UserFacingError(
      {
        code: 'tokens.table-missing',
        message: `A file of KnowledgeLens couldn’t be read (${getErrorMessage(error)}).`,
        hint: 'Reload the extension on chrome://extensions; if that doesn’t help, install it again.',
      },
      { cause: error },
    );
  }
}
