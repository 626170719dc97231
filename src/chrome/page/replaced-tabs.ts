/** Tabs whose id the browser replaced when it discarded them: a run keeps the id that it began with. */
const KEY = 'tabs/replaced';

type Replaced = Readonly<Record<string, number>>;

const load = async (): Promise<Replaced> =>
  ((await chrome.storage.session.get(KEY))[KEY] as Replaced | undefined) ?? {};

let written: Promise<unknown> = Promise.resolve();

/** Forgets tabs that are closed. */
export function recordReplacedTab(from: number, to: number): Promise<void> {
  const write = written.then(async () => {
    const [replaced, tabs] = await Promise.all([load(), chrome.tabs.query({})]);
    const open = new Set(tabs.map(({ id }) => id).concat(to));
    const entries = [...Object.entries(replaced), [String(from), to] as const].map(
      ([id, now]) => [id, now === from ? to : now] as const,
    );
    await chrome.storage.session.set({ [KEY]: Object.fromEntries(entries.filter(([, now]) => open.has(now))) });
  });
  written = write.catch(() => undefined); // the next one is written all the same
  return write;
}

export async function findCurrentTab(tabId: number): Promise<number> {
  await written;
  return (await load())[String(tabId)] ?? tabId;
}
