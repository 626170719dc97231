/** The keyboard shortcuts as the browser has them, and its page on which a person changes them. */

export interface Shortcut {
  readonly name: string;
  /** What it does, in the browser's language. */
  readonly title: string;
  /** As the browser writes it; '' when none is set. */
  readonly keys: string;
}

const PAGE = 'chrome://extensions/shortcuts';

export async function listShortcuts(): Promise<readonly Shortcut[]> {
  const commands = await chrome.commands.getAll();
  return commands.map(({ name = '', description, shortcut = '' }) => ({
    name,
    title: description === undefined || description === '' ? chrome.i18n.getMessage('openPanel') : description,
    keys: shortcut,
  }));
}

export async function openShortcuts(): Promise<void> {
  await chrome.tabs.create({ url: PAGE });
}
