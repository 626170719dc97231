interface Shortcut {
  readonly name: string;
  readonly title: string;
  /** As formatted by the browser; '' if unset. */
  readonly keys: string;
}

const SHORTCUTS_URL = 'chrome://extensions/shortcuts';

export async function listShortcuts(): Promise<readonly Shortcut[]> {
  const commands = await chrome.commands.getAll();
  // every icon has a command that presses it; ours has a better one
  const own = commands.filter(({ name }) => name !== '_execute_action');
  return own.map(({ name = '', description = '', shortcut = '' }) => ({ name, title: description, keys: shortcut }));
}

export async function openShortcutsPage(): Promise<void> {
  await chrome.tabs.create({ url: SHORTCUTS_URL });
}
