/**
 * Finds a Chromium, Chrome for Testing, Chrome or Edge on this machine, or installs Chromium where that needs no
 * question. The rule: it never guesses in silence; without a browser it says exactly what to type.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Environment variables that name a browser, first one wins. */
const VARIABLES = ['CHROMIUM', 'CHROME', 'CHROME_PATH', 'CHROME_BIN'];

/** Names on the PATH, plainest first: Chromium takes every testing flag, the branded ones most of them. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-for-testing',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** On Ubuntu `chromium-browser` may be a script that only says "install the snap". */
function isSnapStub(file) {
  if (!file.endsWith('chromium-browser') || existsSync('/snap/bin/chromium')) return false;
  const head = readFileSync(file).subarray(0, 4000).toString('latin1');
  return head.startsWith('#!') && head.includes('snap install');
}

/** Browsers that Playwright, Puppeteer and `@puppeteer/browsers` keep: <cache>/<version folder>/<inside>. */
function cached(platform, env) {
  const home = homedir();
  const [cache, insides] =
    platform === 'darwin'
      ? [
          join(home, 'Library', 'Caches', 'ms-playwright'),
          ['chrome-mac/Chromium.app/Contents/MacOS/Chromium', 'chrome-mac-arm64/Chromium.app/Contents/MacOS/Chromium'],
        ]
      : platform === 'win32'
        ? [join(env.LOCALAPPDATA ?? home, 'ms-playwright'), ['chrome-win/chrome.exe', 'chrome-win64/chrome.exe']]
        : [join(home, '.cache', 'ms-playwright'), ['chrome-linux/chrome', 'chrome-linux64/chrome']];
  const puppeteer = join(home, '.cache', 'puppeteer', 'chrome');
  const forTesting = [
    'chrome-linux64/chrome',
    'chrome-win64/chrome.exe',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ];
  const under = (folder, prefix, paths) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.startsWith(prefix))
          .sort()
          .reverse()
          .flatMap((name) => paths.map((path) => join(folder, name, path)))
      : [];
  return [...under(cache, 'chromium-', insides), ...under(puppeteer, '', forTesting)];
}

/** Every place worth looking at on this system, best first. */
function candidates(platform = process.platform, env = process.env) {
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => (name) => join(folder, name));
  const named = platform === 'win32' ? [] : NAMES.flatMap((name) => onPath.map((at) => at(name)));
  if (platform === 'darwin') {
    const apps = [
      'Chromium',
      'Google Chrome for Testing',
      'Google Chrome',
      'Google Chrome Canary',
      'Microsoft Edge',
    ].flatMap((app) =>
      ['/Applications', join(homedir(), 'Applications')].map((f) => join(f, `${app}.app`, 'Contents', 'MacOS', app)),
    );
    return [...apps, ...named, ...cached(platform, env)];
  }
  if (platform === 'win32') {
    const roots = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter(Boolean);
    const places = [
      'Chromium\\Application\\chrome.exe',
      'Google\\Chrome for Testing\\Application\\chrome.exe',
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return [...places.flatMap((place) => roots.map((root) => join(root, place))), ...cached(platform, env)];
  }
  const fixed = [
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ];
  return [...named, ...fixed, ...cached(platform, env)];
}

/** Path of a browser, or null. Throws when an environment variable names one that is not there. */
export function findBrowser(env = process.env) {
  for (const variable of VARIABLES) {
    const file = env[variable];
    if (!file) continue;
    if (isRunnable(file)) return file;
    throw new Error(`${variable}=${file} is not a program that can be run. Correct or unset ${variable}.`);
  }
  return candidates(process.platform, env).find((file) => isRunnable(file) && !isSnapStub(file)) ?? null;
}

/** How this system installs Chromium: commands to run, and whether they may be run without asking. */
function installer() {
  if (process.platform === 'darwin') return { say: 'brew install --cask chromium' };
  if (process.platform === 'win32') return { say: 'winget install --id Google.Chrome' };
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const ids = [...release.matchAll(/^(?:ID|ID_LIKE)="?([^"\n]*)/gm)].flatMap((m) => m[1].split(' '));
  // Ubuntu's own package is only a pointer to the snap, which needs snapd running.
  if (ids.includes('ubuntu')) return { say: 'sudo snap install chromium' };
  const known = [
    [
      'debian',
      [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
      ],
    ],
    ['fedora', [['dnf', 'install', '-y', 'chromium']]],
    ['arch', [['pacman', '-Sy', '--noconfirm', 'chromium']]],
    ['alpine', [['apk', 'add', 'chromium']]],
  ].find(([id]) => ids.includes(id));
  if (!known) return { say: null };
  return { say: known[1].map((c) => `sudo ${c.join(' ')}`).join(' && '), commands: known[1] };
}

function mayInstall() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore', timeout: 10_000 }).status === 0 ? ['sudo', '-n'] : null;
}

/** Path of a browser; installs Chromium from the system's packages as root or with password-less sudo. */
export function ensureBrowser(log = console.log) {
  const found = findBrowser();
  if (found) return found;
  const { say, commands } = installer();
  const prefix = commands ? mayInstall() : null;
  if (commands && prefix) {
    for (const command of commands) {
      const [program, ...args] = [...prefix, ...command];
      log(`No browser here yet. Running: ${[program, ...args].join(' ')}`);
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000, env });
      if (status !== 0) break; // a broken mirror; the message below says what to do
    }
    const installed = findBrowser();
    if (installed) return installed;
  }
  const how = say ? `Install one:\n\n    ${say}\n\n` : "Install Chromium with your system's package manager, ";
  throw new Error(
    `No Chromium, Chrome or Edge was found. ${how}or name one that is elsewhere: CHROMIUM=/path/to/chromium npm start`,
  );
}
