/**
 * A browser with the extension in it, driven over Chrome's debugging pipe with nothing but Node.
 * The rule: it never attaches to the service worker, since an attached debugger stops the worker's idle timer.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Flags that keep a throw-away browser quiet and off the network. */
export const QUIET_FLAGS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** A file of the package that runs no script: a page of the extension's origin that does nothing of itself. */
export const QUIET_PATH = 'manifest.json';

/**
 * Expression for an extension page: settles once the worker of a fresh installation has been activated, and so has
 * registered its listeners. A click on the toolbar before that is lost.
 */
export const WORKER_READY = `navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' ||
  new Promise((done) => active.addEventListener('statechange', () => active.state === 'activated' && done(true))))`;

/** Chromium refuses to sandbox as root, and most CI machines do not allow it either. */
export function sandboxFlags() {
  return process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : [];
}

/**
 * Pages that the browser prepares for its address bar, off: half the work of its start. By experiments and not by
 * `--disable-features`, of which a browser heeds only the last, and Playwright has one.
 */
const EXPERIMENTS = ['webui-omnibox-popup@2', 'webui-omnibox-aim-popup@2'];

/** A profile folder of its own, without history; a Chromium that is a snap sees no other part of the disk. */
export async function throwawayProfile(executable) {
  const snap = executable.startsWith('/snap/');
  const parent = snap ? join(homedir(), 'snap', 'chromium', 'common') : tmpdir();
  await mkdir(parent, { recursive: true });
  const profile = await mkdtemp(join(parent, 'knowledgelens-'));
  await writeFile(join(profile, 'Local State'), JSON.stringify({ browser: { enabled_labs_experiments: EXPERIMENTS } }));
  return profile;
}

/** Removes a profile; the browser's last helper processes may still be writing for a moment. */
export function removeProfile(profile) {
  return rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/**
 * The `tab` target of the tab in front with this URL: what `Extensions.triggerAction` wants. A `tab` target does not
 * say which page it holds, so bring the page to the front first: in one window only one tab is active.
 */
export function tabInFront(targetInfos, url) {
  const tabs = targetInfos.filter((t) => t.type === 'tab' && t.url === url);
  const front = tabs.filter((t) => t.embedderData?.tabActive !== false);
  if (front.length !== 1)
    throw new Error(`Expected one tab in front at ${url}, found ${front.length}. Give each window a URL of its own.`);
  return front[0].targetId;
}

/** Rejects after `ms` with a message that names what was awaited. */
export function within(promise, ms, what) {
  if (ms === Infinity) return promise;
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timed out after ${ms / 1000} s waiting for ${what}.`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The pipe: requests by id, events to listeners, everything fails at once when the browser goes. */
function connect(child) {
  let lastId = 0;
  let buffer = '';
  let gone = null;
  const pending = new Map();
  const listeners = new Set();
  const [, , , out, back] = child.stdio;
  const fail = (error) => {
    gone ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
    for (const listener of listeners) listener({ method: 'closed', params: {} });
  };
  child.once('error', (e) => fail(new Error(`The browser did not start: ${e.message}`)));
  child.once('exit', (code, signal) => fail(new Error(`The browser has gone (${signal ?? `exit code ${code}`}).`)));
  out.on('error', () => undefined); // EPIPE after the end; `exit` tells the story
  back.on('error', () => undefined);
  back.setEncoding('utf8');
  back.on('data', (data) => {
    const messages = (buffer + data).split('\0');
    buffer = messages.pop();
    for (const text of messages) {
      const message = JSON.parse(text);
      if (message.id === undefined) for (const listener of [...listeners]) listener(message);
      else {
        const waiting = pending.get(message.id);
        pending.delete(message.id);
        if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
        else waiting?.resolve(message.result);
      }
    }
  });
  return {
    listeners,
    gone: () => gone,
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        if (gone) return void reject(gone);
        const id = ++lastId;
        pending.set(id, { resolve, reject, method });
        out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
  };
}

/** Keeps the list of targets (tabs, pages, workers) and lets callers await a state of it. */
async function watchTargets(pipe) {
  const infos = new Map();
  const waiters = new Set();
  pipe.listeners.add(({ method, params }) => {
    if (method === 'Target.targetCreated' || method === 'Target.targetInfoChanged')
      infos.set(params.targetInfo.targetId, params.targetInfo);
    else if (method === 'Target.targetDestroyed') infos.delete(params.targetId);
    else if (method !== 'closed') return;
    for (const check of [...waiters]) check();
  });
  await pipe.send('Target.setDiscoverTargets', { discover: true, filter: [{}] });
  /** Resolves with the first truthy value of `look(list of targets)`. */
  const until = (look, what, ms = 15_000) => {
    let check;
    const found = new Promise((resolve, reject) => {
      check = () => {
        try {
          const value = look([...infos.values()]);
          if (value) resolve(value);
          else if (pipe.gone()) reject(pipe.gone());
        } catch (error) {
          reject(error);
        }
      };
      waiters.add(check);
      check();
    });
    return within(found, ms, what).finally(() => waiters.delete(check));
  };
  return { list: () => [...infos.values()], until };
}

/** One attached page: commands, events, and evaluation of a function in it. */
async function attach(pipe, targetId) {
  const { sessionId } = await pipe.send('Target.attachToTarget', { targetId, flatten: true });
  const own = new Set();
  const send = (method, params = {}) => pipe.send(method, params, sessionId);
  const on = (method, listener) => {
    const wrapped = (m) => m.sessionId === sessionId && m.method === method && listener(m.params);
    own.add(wrapped);
    pipe.listeners.add(wrapped);
    return () => pipe.listeners.delete(wrapped);
  };
  return {
    targetId,
    send,
    on,
    /** Runs `fn(...args)` in the page; arguments and result travel as JSON. */
    async evaluate(fn, ...args) {
      const expression = typeof fn === 'string' ? fn : `(${fn})(${args.map((a) => JSON.stringify(a)).join(',')})`;
      const r = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      if (r.exceptionDetails)
        throw new Error(r.exceptionDetails.exception?.description ?? r.exceptionDetails.text ?? 'evaluation failed');
      return r.result.value;
    },
    /** Navigates and resolves once the page has loaded. Throws with the browser's reason when it cannot. */
    async goto(url, ms = 30_000) {
      await send('Page.enable');
      let off;
      const loaded = new Promise((resolve) => (off = on('Page.loadEventFired', resolve)));
      try {
        const { errorText } = await within(send('Page.navigate', { url }), ms, `an answer from ${url}`);
        if (errorText) throw new Error(`${url} cannot be opened (${errorText}). Check the address.`);
        await within(loaded, ms, `${url} to load`);
      } finally {
        off();
      }
    },
    async detach() {
      for (const listener of own) pipe.listeners.delete(listener);
      await pipe.send('Target.detachFromTarget', { sessionId }).catch(() => undefined);
    },
    close: () => pipe.send('Target.closeTarget', { targetId }),
  };
}

/**
 * Resolves once an extension page has loaded. Asked again and again: what is awaited inside a page is lost, without a
 * word, when the page's first, empty document gives way to the real one.
 */
async function loaded(page) {
  const ready = `document.readyState === 'complete' && location.protocol === 'chrome-extension:'`;
  const ask = () => within(page.evaluate(ready), 2_000, 'an answer of the page').catch(() => false);
  while (!(await ask())) await new Promise((r) => setTimeout(r, 20));
}

/**
 * Starts `executable` with an empty profile and loads the unpacked extension.
 * Works for Chromium, Chrome and Edge alike: branded builds no longer know `--load-extension`.
 */
export async function launchChrome({ executable, extension, headless = true, args = [] }) {
  const profile = await throwawayProfile(executable);
  const child = spawn(
    executable,
    [
      ...(headless ? ['--headless=new', '--disable-gpu', '--window-size=1280,900'] : ['--window-size=1360,900']),
      ...QUIET_FLAGS,
      ...sandboxFlags(),
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      '--enable-unsafe-extension-debugging',
      ...args,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const pipe = connect(child);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));

  const close = async () => {
    await within(pipe.send('Browser.close'), 5_000, 'the browser to close').catch(() => undefined);
    await within(ended, 5_000, 'the browser to end').catch(() => child.kill('SIGKILL'));
    await ended;
    await removeProfile(profile);
  };

  try {
    const targets = await within(watchTargets(pipe), 30_000, 'the browser to start');
    const { id } = await pipe.send('Extensions.loadUnpacked', { path: extension }).catch((e) => {
      const old = /wasn't found|not found/.test(e.message);
      throw new Error(old ? `${executable} is too old to load an extension this way. Update it.` : e.message);
    });
    const url = (path) => `chrome-extension://${id}/${path}`;
    const { targetId } = await targets.until((l) => l.find((t) => t.type === 'page'), 'the first tab');
    const first = await attach(pipe, targetId);
    await first.goto(url(QUIET_PATH));
    await within(first.evaluate(WORKER_READY), 15_000, 'the extension to start');
    await first.goto('about:blank');
    await first.detach();
    return {
      id,
      profile,
      ended,
      url,
      send: pipe.send,
      targets: targets.list,
      until: targets.until,
      attach: (targetId) => attach(pipe, targetId),
      /** The first tab of the window, attached. */
      firstPage: () => attach(pipe, targetId),
      /** A new tab, attached and loaded. */
      async open(address) {
        const { targetId } = await pipe.send('Target.createTarget', { url: 'about:blank' });
        const page = await attach(pipe, targetId);
        await page.goto(address);
        return page;
      },
      /** A click on the extension's toolbar icon over this page, with all that a real one grants. */
      async clickAction(page) {
        await pipe.send('Target.activateTarget', { targetId: page.targetId });
        // asked anew, for events do not tell which tab is active
        const { targetInfos } = await pipe.send('Target.getTargets', { filter: [{}] });
        const targetId = tabInFront(targetInfos, targetInfos.find((t) => t.targetId === page.targetId)?.url);
        await pipe.send('Extensions.triggerAction', { id, targetId });
      },
      /** The open side panel (its page at `path`), attached. */
      async sidePanel(path) {
        for (let attempt = 1; ; attempt++) {
          const target = await targets.until(
            (l) => l.find((t) => t.type === 'page' && t.url === url(path)),
            'the side panel to open',
          );
          let panel;
          try {
            panel = await attach(pipe, target.targetId);
            await within(loaded(panel), 15_000, 'the side panel to load');
            const { targetId, close } = panel;
            const closeAndWait = async () => {
              await close();
              // a click on the icon while it is still there would close it, and open none
              await targets.until((l) => !l.some((t) => t.targetId === targetId), 'the side panel to go');
            };
            return { ...panel, close: closeAndWait };
          } catch (error) {
            // its first, empty document is being replaced: the target goes, or the session now and then hears nothing more
            if (attempt === 3) throw error;
            await panel?.detach();
          }
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
