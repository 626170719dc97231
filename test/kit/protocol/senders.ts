/** Everybody who could send the worker a message, and what Chrome would say of them. The first kind alone is ours. */
import { OPTIONS_PAGE, PANEL_PAGE, type ExtensionPage } from '../../../src/lib/protocol/requests/request.ts';

type Sender = chrome.runtime.MessageSender;

export const EXTENSION_ID = 'abcdefghijklmnopabcdefghijklmnop';
export const ORIGIN = `chrome-extension://${EXTENSION_ID}`;
const OTHER_ID = 'ponmlkjihgfedcbaponmlkjihgfedcba';
const WEB = 'https://example.org';

const tab = { id: 1, url: `${WEB}/a` } as chrome.tabs.Tab;

/** That page of ours as Chrome describes it: beside a tab, in one, with what a link may add to its address. */
export const ownPage = (path: ExtensionPage): readonly (readonly [string, Sender])[] => {
  const whole = { id: EXTENSION_ID, url: `${ORIGIN}/${path}`, origin: ORIGIN };
  return [
    ['beside a tab', whole],
    ['as an older Chrome describes it', { id: EXTENSION_ID, url: whole.url }],
    ['in a tab', { ...whole, tab, frameId: 0, documentId: 'D', documentLifecycle: 'active' }],
    ['with a part of it named', { ...whole, url: `${whole.url}#prices` }],
    ['with a query', { ...whole, url: `${whole.url}?tab=1` }],
  ];
};

/** A script of ours in a web page as Chrome describes it: in its page, in frames of it, in documents without an address of their own. */
export const toolbarScripts: readonly (readonly [string, Sender])[] = [
  ['in a page', { id: EXTENSION_ID, url: `${WEB}/a`, origin: WEB, tab, frameId: 0 }],
  [
    'in a frame',
    { id: EXTENSION_ID, url: 'https://frames.example/b', origin: 'https://frames.example', tab, frameId: 7 },
  ],
  ['in a blank frame', { id: EXTENSION_ID, url: 'about:blank', origin: WEB, tab, frameId: 8 }],
  ['in a sandboxed frame', { id: EXTENSION_ID, url: `${WEB}/s`, origin: 'null', tab, frameId: 9 }],
];

/** Who may not send what a script of ours in a web page may. */
export const toolbarStrangers: readonly (readonly [string, Sender])[] = [
  ['our panel', { id: EXTENSION_ID, url: `${ORIGIN}/${PANEL_PAGE}`, origin: ORIGIN }],
  ['our panel in a tab', { id: EXTENSION_ID, url: `${ORIGIN}/${PANEL_PAGE}`, origin: ORIGIN, tab, frameId: 0 }],
  ['our settings in a tab', { id: EXTENSION_ID, url: `${ORIGIN}/${OPTIONS_PAGE}`, origin: ORIGIN, tab, frameId: 0 }],
  [
    'our page in a frame of a web page',
    { id: EXTENSION_ID, url: `${ORIGIN}/${PANEL_PAGE}`, origin: ORIGIN, tab, frameId: 3 },
  ],
  ['our own worker', { id: EXTENSION_ID, url: `${ORIGIN}/worker.js`, origin: ORIGIN }],
  ['a web page', { url: `${WEB}/a`, origin: WEB, tab, frameId: 0 }],
  [
    'another extension',
    { id: OTHER_ID, url: `chrome-extension://${OTHER_ID}/a`, origin: `chrome-extension://${OTHER_ID}` },
  ],
  ['another extension’s script in a page', { id: OTHER_ID, url: `${WEB}/a`, origin: WEB, tab, frameId: 0 }],
  ['a script of ours in no tab', { id: EXTENSION_ID, url: `${WEB}/a`, origin: WEB }],
  ['a script of ours with no address', { id: EXTENSION_ID, tab, frameId: 0 }],
  ['a script of ours with an address that is none', { id: EXTENSION_ID, url: 'nonsense', tab, frameId: 0 }],
  ['a program on this computer', { nativeApplication: 'org.example', url: `${WEB}/a`, tab }],
  ['nobody', {}],
];

/** Who may send nothing that only `path` may send, or `both` pages of ours. */
export function strangers(path: ExtensionPage, both = false): readonly (readonly [string, Sender])[] {
  const own = { id: EXTENSION_ID, url: `${ORIGIN}/${path}`, origin: ORIGIN };
  const other = path === PANEL_PAGE ? OPTIONS_PAGE : PANEL_PAGE;
  const content = { id: EXTENSION_ID, url: `${WEB}/a`, origin: WEB, tab, frameId: 0 };
  const otherPage: readonly (readonly [string, Sender])[] = [
    ['our other page', { ...own, url: `${ORIGIN}/${other}` }],
    ['our other page in a tab', { ...own, url: `${ORIGIN}/${other}`, tab, frameId: 0 }],
    ['our other page with our path as its hash', { ...own, url: `${ORIGIN}/${other}#/${path}` }],
    ['our other page with our path as its query', { ...own, url: `${ORIGIN}/${other}?/${path}` }],
  ];
  return [
    ...(both ? [] : otherPage),
    ['another file of ours', { ...own, url: `${ORIGIN}/manifest.json` }],
    ['a path that only begins like ours', { ...own, url: `${ORIGIN}/${path}/x` }],
    ['a path that only ends like ours', { ...own, url: `${ORIGIN}/x/${path}` }],
    ['our path with a slash written otherwise', { ...own, url: `${ORIGIN}/${path.replace('/', '%2f')}` }],
    ['our page in a frame of a web page', { ...own, tab, frameId: 3 }],
    ['our page in a sandboxed frame', { ...own, origin: 'null', frameId: 3, tab }],
    ['a sandboxed document of ours', { ...own, origin: 'null' }],
    ['our own worker', { id: EXTENSION_ID, url: `${ORIGIN}/worker.js`, origin: ORIGIN }],
    ['a content script', content],
    ['a content script in a frame', { ...content, frameId: 7 }],
    ['a content script in a page with our path', { ...content, url: `${WEB}/${path}` }],
    ['a content script in a blank frame', { ...content, url: 'about:blank', frameId: 7 }],
    ['a content script in a document of ours for the web', { ...content, url: own.url }],
    ['a web page', { url: `${WEB}/${path}`, origin: WEB, tab, frameId: 0 }],
    [
      'a web page that is called like us',
      { ...own, url: `https://${EXTENSION_ID}/${path}`, origin: `https://${EXTENSION_ID}` },
    ],
    ['a web page with our address as its hash', { ...content, url: `${WEB}/#${own.url}` }],
    ['a web page with our address as its query', { ...content, url: `${WEB}/?u=${own.url}` }],
    ['a page with our address as its user', { ...own, url: `https://${EXTENSION_ID}@example.org/${path}` }],
    ['a blob of ours', { ...own, url: `blob:${own.url}` }],
    ['a data address', { ...own, url: 'data:text/html,hi' }],
    ['another extension', { id: OTHER_ID, url: `chrome-extension://${OTHER_ID}/${path}` }],
    ['another extension with our address', { ...own, id: OTHER_ID }],
    ['another extension’s page with our id', { ...own, url: `chrome-extension://${OTHER_ID}/${path}` }],
    ['a program on this computer', { nativeApplication: 'org.example', url: own.url }],
    ['nobody', {}],
    ['an id alone', { id: EXTENSION_ID }],
    ['an address alone', { url: own.url, origin: ORIGIN }],
    ['an origin alone', { origin: ORIGIN }],
    ['an empty id', { ...own, id: '' }],
    ['an empty address', { ...own, url: '' }],
    ['an address that is none', { ...own, url: 'nonsense' }],
  ];
}
