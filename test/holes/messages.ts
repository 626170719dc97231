/** Deliberate holes in what messages may do (SAFETY D6): who is listened to, and what a page's script can bring about. */
import type { Hole } from './holes.ts';

const test = (file: string, name: string): Hole['caughtBy'] => ({
  file: `test/background/${file}.test.ts`,
  test: name,
});
const requests = (name: string) => test('requests/requests', name);
const accepting = (name: string) => test('accept', name);
const selecting = (name: string) => test('presses/selecting', name);

const sight = (name: string): Hole['caughtBy'] => ({ file: 'test/content/toolbar-sight.test.ts', test: name });
const pressing = (name: string): Hole['caughtBy'] => ({
  file: 'test/chrome/selection-toolbar/toolbar-press.test.ts',
  test: name,
});

export const MESSAGE_HOLES: readonly Hole[] = [
  {
    name: 'lets content scripts start runs',
    file: 'src/background/accept.ts',
    find: 'if (!isSenderAllowed(requestName, sender))',
    replace: "if (requestName !== 'run.start' && !isSenderAllowed(requestName, sender))",
    caughtBy: requests('run.start is accepted'),
  },
  {
    name: 'takes a page of ours inside another page for ours',
    file: 'src/chrome/senders.ts',
    find: '(sender.frameId ?? 0) === 0 &&',
    replace: '',
    caughtBy: requests('run.start is accepted'),
  },
  {
    name: 'takes a script of ours in a page for the panel',
    file: 'src/background/accept.ts',
    find: 'from === TOOLBAR_SENDER ? isOwnScript(sender)',
    replace: "from === TOOLBAR_SENDER || name === 'run.start' ? isOwnScript(sender)",
    caughtBy: accepting('may send run.start only if'),
  },
  {
    name: 'opens the panel before it has looked at the message',
    file: 'src/background/accept.ts',
    find: 'if (!checked.ok) return refuse(checked.message);',
    replace:
      "if (!checked.ok && name === 'selection.act')\n    return { ok: true, request: message as Request, panel: sender.tab?.id ?? null };\n  if (!checked.ok) return refuse(checked.message);",
    caughtBy: accepting('for nothing malformed'),
  },
  {
    name: 'believes a page’s script about the tab that it is in',
    file: 'src/background/presses/selecting.ts',
    find: '...action,\n        tabId,\n        frame: frameId ?? null,\n        url,',
    replace: 'tabId,\n        frame: frameId ?? null,\n        url,\n        ...action,',
    caughtBy: selecting('acts on the tab and the frame that it is in'),
  },
  {
    name: 'lets a page’s script press as often as it likes',
    file: 'src/background/presses/selecting.ts',
    find: 'if (!isAllowed(tabId)) throw new UserFacingError(TOO_OFTEN_ERROR);',
    replace: 'isAllowed(tabId);',
    caughtBy: selecting('presses faster than a person'),
  },
  {
    name: 'occluded press: counts a press on a toolbar that is covered',
    file: 'src/content/toolbar/sight.ts',
    find: 'isVisible === true ?',
    replace: 'isVisible !== undefined ?',
    caughtBy: sight('a press counts only on what was uncovered'),
  },
  {
    name: 'counts a press on a toolbar that has just slid under the pointer',
    file: 'src/content/toolbar/sight.ts',
    find: 'Math.max(since.get(part) ?? Infinity, movedAt) >=',
    replace: '(since.get(part) ?? Infinity) >=',
    caughtBy: sight('a press counts only on what was uncovered'),
  },
  {
    name: 'looks at the toolbar only when the click comes',
    file: 'src/content/toolbar/sight.ts',
    find: 'isSeen(button) && (wasSeen || !byPointer)',
    replace: 'isSeen(button) && (wasSeen || byPointer || !byPointer)',
    caughtBy: sight('a press counts only on what was uncovered'),
  },
  {
    name: 'believes a press that no gesture brought',
    file: 'src/chrome/selection-toolbar/toolbar-press.ts',
    find: '(await gesture) && isRegisteredFor(createRegistration(toolbar, granted), site)',
    replace: 'isRegisteredFor(createRegistration(toolbar, granted), site)',
    caughtBy: pressing('a press is believed only with a gesture'),
  },
  {
    name: 'believes a press where the toolbar is off',
    file: 'src/chrome/selection-toolbar/toolbar-press.ts',
    find: '(await gesture) && isRegisteredFor(createRegistration(toolbar, granted), site)',
    replace: '(await gesture) && (site !== "" || granted.length > 0 || toolbar.where !== "nowhere")',
    caughtBy: pressing('a press is believed only with a gesture'),
  },
  {
    name: 'searches the web because a page’s toolbar was pressed',
    file: 'src/background/presses/selection-runs.ts',
    find: 'pressed.isFromPage === true && ',
    replace: 'pressed.isFromPage === undefined && ',
    caughtBy: selecting('for a search that a page would begin'),
  },
];
