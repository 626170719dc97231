/**
 * The selection toolbar: comes beside what the person selects, and sends what they ask for to the worker. The one rule: it
 * acts on a trusted event only, at most twice a second, and says nothing to anybody before (SAFETY D6).
 */
import { ask, isAlive, type Remedy, type Reply } from '../../chrome/toolbar-line.ts';
import { type Bar, createBar, isWayIn, neighbour, type Press } from './bar.ts';
import { type Act, type Action, menuOf, newId, type Where } from './contract.ts';
import { forgetSelected, leaveSelected, takeBack } from './left.ts';
import { createMenu, type MenuList } from './menu.ts';
import { button, element } from './parts.ts';
import { readSelected } from './selected.ts';
import { createStage } from './stage.ts';
import { t } from './strings.ts';
import { watchPage } from './watch.ts';

const BETWEEN_ACTS_MS = 500;

export function startToolbar(life: AbortController): void {
  const { signal } = life;
  const stage = createStage(ours, leave, signal);
  let bar: Bar | null = null;
  let menu: MenuList | null = null;
  let pressed: Element | null = null;
  let keyed: Element | null = null;
  let actedAt = -Infinity;
  let leaving = false;

  /** What happened to the toolbar itself. The page is to see none of it. */
  function ours(event: Event): void {
    const at = buttonOf(event);
    // a press whose place is not told out here goes on, to be heard inside
    if (event.type === 'click' && at === null && event.isTrusted && event.eventPhase === Event.CAPTURING_PHASE) return;
    event.stopImmediatePropagation();
    if (!event.isTrusted) return;
    // or the selection and the focus would go; preventing pointerdown would not do, since a tap then clears them unasked
    if (event.type === 'mousedown') event.preventDefault();
    if (event.type === 'pointerdown') pressed = at;
    else if (event.type === 'keydown') keyInside(event as KeyboardEvent);
    else if (event.type === 'click' && at !== null) click(event as MouseEvent, at);
  }

  /** Outside, an event inside a closed root looks as if it had happened to its host: so ask what is under the pointer. */
  function buttonOf(event: Event): HTMLElement | null {
    const root = stage.surface()?.root;
    if (!root || !(event instanceof UIEvent)) return null;
    const inner = event.target instanceof Element && event.target.getRootNode() === root ? event.target : null;
    const byPointer = event instanceof MouseEvent && (event.detail > 0 || event.type === 'pointerdown');
    const found = byPointer ? root.elementFromPoint(event.clientX, event.clientY) : (inner ?? keyed);
    return found?.closest('button') ?? null;
  }

  function click(event: MouseEvent, at: HTMLElement): void {
    const elsewhere = event.detail > 0 && pressed !== null && pressed !== at;
    pressed = keyed = null;
    if (elsewhere) return; // pressed on one, let go on another
    const action = bar?.actionOf(at);
    const choice = menu?.choiceOf(at);
    if (action !== undefined) press(action, event.detail === 0);
    else if (choice === undefined) leave();
    else if ('preset' in choice) act('preset', choice.preset);
    else switchOff(choice.hide);
  }

  function press(action: Press, byKey: boolean): void {
    if (action !== 'more') act(action);
    else if (menu !== null) closeMenu();
    else openMenu(byKey);
  }

  function act(action: Action, preset = ''): void {
    const shown = stage.shown();
    if (shown === null || performance.now() - actedAt < BETWEEN_ACTS_MS) return;
    actedAt = performance.now();
    const { text, ranges } = shown.selected;
    leaveSelected(ranges);
    send({ type: 'selection.act', action, preset, text, commandId: newId() } satisfies Act);
  }

  function switchOff(where: Where): void {
    send({ type: 'selection.hide', where });
  }

  /** Sends at once, while the gesture lasts, and makes way; comes back only with something to say. */
  function send(message: object): void {
    const shown = stage.shown();
    if (shown === null) return;
    const answer = isAlive() ? ask(message, signal) : null;
    leave();
    const selected = { selected: shown.selected, touch: shown.touch };
    const say = (reply: Reply | null): void => {
      if (reply?.ok === false) takeBack(shown.selected.ranges); // without an answer, a later worker may yet read it
      if (signal.aborted || reply?.ok === true || stage.shown() !== null) return;
      leaving = !isAlive();
      const trouble = leaving ? t.updated : (reply?.trouble ?? t.noAnswer);
      stage.show({ ...selected, content: [bubble(trouble)], insists: true });
      if (leaving && stage.shown() === null) life.abort();
    };
    if (answer === null) say(null);
    else void answer.then(say);
  }

  function openMenu(byKey: boolean): void {
    const [shown, surface] = [stage.shown(), stage.surface()];
    if (bar === null || shown === null || surface === null) return;
    const list = createMenu();
    menu = list;
    bar.more.setAttribute('aria-expanded', 'true');
    surface.box.append(list.element);
    stage.arrange();
    if (byKey) stage.enter(buttonsIn(list.element)[0] ?? bar.more);
    const answer = isAlive() ? ask({ type: 'selection.menu' }, signal) : Promise.resolve(null);
    void answer.then((reply) => {
      if (menu !== list) return;
      const found = reply?.ok === true ? menuOf(reply.value) : null;
      list.fill(found);
      if (found !== null) bar?.tellLanguage(found.language);
      stage.arrange();
    });
  }

  function closeMenu(): void {
    const focused = menu?.element.contains(stage.surface()?.root.activeElement ?? null) === true;
    menu?.element.remove();
    menu = null;
    bar?.more.setAttribute('aria-expanded', 'false');
    if (focused) bar?.more.focus({ preventScroll: true });
  }

  /** Hides; for good when the extension is no longer there. */
  function leave(): void {
    closeMenu();
    stage.hide();
    bar = null;
    if (leaving) life.abort();
  }

  function keyInside(event: KeyboardEvent): void {
    const root = stage.surface()?.root;
    if (!root) return;
    if (event.key === 'Escape') {
      event.preventDefault(); // in here the key is ours: a dialog around stays open
      if (menu !== null) closeMenu();
      else leave();
      return;
    }
    keyed = event.key === 'Enter' || event.key === ' ' ? root.activeElement : null; // the browser makes it a click
    const list = menu?.element.contains(root.activeElement) === true ? menu.element : undefined;
    const inMenu = list !== undefined;
    const all = buttonsIn(list ?? stage.shown()?.content[0]);
    const along = stage.surface()?.box.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const [next = '', previous = ''] = inMenu ? ['ArrowDown', 'ArrowUp'] : along;
    const to = all[neighbour(event.key, all, root.activeElement, { next, previous }) ?? -1];
    if (to === undefined) return;
    event.preventDefault();
    for (const one of all) one.tabIndex = one === to && !inMenu ? 0 : -1;
    to.focus({ preventScroll: true });
  }

  watchPage(
    {
      isOurs: ({ target }) => target !== null && target === stage.surface()?.host,
      ours,
      changed() {
        if (!isAlive() && !leaving) life.abort();
        else leave();
      },
      settled(touch) {
        if (!isAlive()) {
          life.abort();
          return;
        }
        // no page may make it appear by selecting something before anybody has touched it
        if ((document.body as HTMLElement | null) === null || !navigator.userActivation.hasBeenActive) return;
        const selected = readSelected();
        forgetSelected();
        if (selected === null) return;
        bar = createBar();
        stage.show({ selected, touch, content: [bar.element] });
      },
      pressed() {
        if (stage.shown()?.insists === true) leave();
        else if (menu !== null) closeMenu();
      },
      key(event) {
        if (stage.shown() === null) return;
        // Escape goes on to the page: the toolbar came unasked, so the key keeps the meaning the page gives it
        if (event.key === 'Escape') leave();
        else if (isWayIn(event)) {
          const [first] = buttonsIn(stage.surface()?.box);
          if (first === undefined) return;
          event.preventDefault();
          event.stopImmediatePropagation();
          stage.enter(first);
        }
      },
    },
    signal,
  );
  signal.addEventListener('abort', () => {
    stage.hide();
    forgetSelected();
  });
}

function bubble({ message, cure }: Remedy): HTMLElement {
  const said = element('div', 'bubble');
  said.setAttribute('role', 'alert');
  const words = element('p');
  words.dir = 'auto';
  words.append(element('b', '', message), ` ${cure}`);
  said.append(words, button(t.dismiss, 'close'));
  return said;
}

const buttonsIn = (part: Element | undefined): readonly HTMLElement[] =>
  part === undefined ? [] : [...part.querySelectorAll('button')];
