/** The toolbar's script in open tabs: frames are told apart by their origin, and a tab that hangs holds nobody up. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createToolbarReconciler } from '../../../src/chrome/selection-toolbar/toolbar-scripts.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import type { ToolbarSettings } from '../../../src/lib/protocol/settings/settings.ts';

const HERE = 'https://example.org';

interface Frame {
  /** Of the document, and of its address. */
  readonly origins: readonly [string, string];
  toolbar: { readonly abort: () => void } | undefined;
}

interface Script {
  readonly target: { readonly tabId: number; readonly documentIds?: readonly string[] };
  readonly func?: (...args: unknown[]) => unknown;
  readonly args?: unknown[];
}

let tabs: Map<number, Promise<Frame[]>>;
let registered: unknown[];
let settings: typeof DEFAULT_SETTINGS;

/** Of a frame that the toolbar stands in. */
function frameWithToolbar(own: string, addressed: string): Frame {
  const frame: Frame = { origins: [own, addressed], toolbar: { abort: () => void (frame.toolbar = undefined) } };
  return frame;
}

/** Runs it as it runs in the frame. */
function runIn(frame: Frame, { func, args = [] }: Script): unknown {
  vi.stubGlobal('self', { origin: frame.origins[0] });
  vi.stubGlobal('location', { origin: frame.origins[1] });
  Object.assign(globalThis, frame.toolbar && { __klToolbar: frame.toolbar });
  try {
    return func?.(...args);
  } finally {
    Reflect.deleteProperty(globalThis, '__klToolbar');
    Reflect.deleteProperty(globalThis, '__klNoModel');
  }
}

beforeEach(() => {
  tabs = new Map();
  registered = [];
  vi.stubGlobal('chrome', {
    runtime: { getURL: (path: string) => path },
    storage: { local: { get: () => Promise.resolve({ settings }) } },
    permissions: { getAll: () => Promise.resolve({ origins: ['<all_urls>'] }) },
    tabs: { query: () => Promise.resolve([...tabs.keys()].map((id) => ({ id, url: `${HERE}/page` }))) },
    scripting: {
      getRegisteredContentScripts: () => Promise.resolve(registered),
      registerContentScripts: (scripts: unknown[]) => Promise.resolve(void (registered = scripts)),
      updateContentScripts: (scripts: unknown[]) => Promise.resolve(void (registered = scripts)),
      unregisterContentScripts: () => Promise.resolve(void (registered = [])),
      executeScript: async (script: Script) => {
        const frames = (await tabs.get(script.target.tabId)) ?? [];
        const chosen = script.target.documentIds ?? frames.map((_, at) => String(at));
        return frames.flatMap((frame, at) => {
          const documentId = String(at);
          return chosen.includes(documentId) ? [{ documentId, result: runIn(frame, script) }] : [];
        });
      },
    },
  });
});

const reconcile = createToolbarReconciler({ toolbar: 'toolbar.js', noModel: 'no-model.js' });
const choose = (toolbar: Partial<ToolbarSettings>): Promise<void> => {
  settings = { ...DEFAULT_SETTINGS, toolbar: { ...DEFAULT_SETTINGS.toolbar, ...toolbar } };
  return reconcile();
};

it('stays in frames that its site put into a sandbox, or left blank, when it is chosen for another site too', async () => {
  const frames = [
    frameWithToolbar(HERE, HERE),
    frameWithToolbar('null', HERE), // in a sandbox
    frameWithToolbar(HERE, 'null'), // blank
    frameWithToolbar('null', 'null'), // blank, in a sandbox
    frameWithToolbar('null', 'https://ads.example'),
  ];
  tabs.set(1, Promise.resolve(frames));
  await choose({ where: 'sites', sites: [HERE, 'https://b.example'] });
  expect(frames.map(({ toolbar }) => toolbar !== undefined)).toEqual([true, true, true, true, false]);
});

it('goes from the other tabs while one hangs, and from that one not by what was chosen then', async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
  let answer: (frames: Frame[]) => void = () => undefined;
  const [open, hung] = [frameWithToolbar(HERE, HERE), frameWithToolbar(HERE, HERE)];
  registered = [{}];
  tabs.set(1, new Promise((resolve) => (answer = resolve)));
  tabs.set(2, Promise.resolve([open]));
  const gone = choose({ where: 'nowhere' });
  await vi.waitFor(() => expect(open.toolbar).toBeUndefined());
  timeout.abort();
  await gone;
  answer([hung]);
  await choose({ where: 'sites', sites: [HERE] });
  expect(hung.toolbar).toBeDefined();
});
