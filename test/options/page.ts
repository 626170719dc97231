/** The settings page as a user meets it: fields by their labels, buttons by their names. */
import axe from 'axe-core';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import type { SettingsPlace } from '../../src/lib/protocol/settings/places.ts';
import { SettingsPage } from '../../src/options/settings-page.tsx';
import { acted } from '../sidepanel/kit/acted.ts';
import { hostOf, type ScriptedHost, type World } from './host.ts';

let root: Root | null = null;
export let page: HTMLElement;

/** Gone with the test. */
function mount(): Root {
  if (root !== null) return root;
  page = document.body.appendChild(document.createElement('div'));
  const made = createRoot(page);
  root = made;
  onTestFinished(() => {
    act(() => made.unmount());
    root = null;
    page.remove();
    history.replaceState(null, '', location.pathname);
  });
  return made;
}

/** As a link to that place does. */
export const goTo = (place: SettingsPlace): Promise<void> =>
  acted(() => {
    location.hash = `#${place}`;
    window.dispatchEvent(new Event('hashchange'));
  });

/** The page over a host that keeps what it is told, in order. */
export async function open(world: World = {}): Promise<ScriptedHost> {
  const scripted = hostOf(world);
  await acted(() => mount().render(createElement(SettingsPage, { host: scripted.host })));
  return scripted;
}

export const control = (label: string): HTMLElement | null | undefined =>
  [...page.querySelectorAll('label')].find((l) => l.textContent.startsWith(label))?.control;
export function field(label: string): HTMLInputElement {
  const input = control(label);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
}
export function choice(label: string): HTMLSelectElement {
  const select = control(label);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`no choice ${label}`);
  return select;
}
export const button = (name: string): HTMLButtonElement | undefined =>
  [...page.querySelectorAll('button')].find((b) => (b.getAttribute('aria-label') ?? b.textContent) === name);
export function press(name: string): Promise<void> {
  const found = button(name);
  if (found === undefined) throw new Error(`no button ${name}`);
  return acted(() => found.click());
}
export const tick = (label: string): Promise<void> => acted(() => field(label).click());
/** Types as a user would: React listens to the native setter's event. */
export const type = (label: string, text: string): Promise<void> =>
  acted(() => {
    const input = field(label);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
export const choose = (label: string, value: string): Promise<void> =>
  acted(() => {
    const select = choice(label);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
/** What a choice offers, by value. */
export const offered = (label: string): readonly string[] => [...choice(label).options].map(({ value }) => value);
/** What a screen reader adds to a field: its faults, cautions and help. */
export const described = (label: string): string =>
  (control(label)?.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
/** axe-core's findings in all places; colours need a browser, and are looked at there. */
export async function accessibilityFaults(): Promise<readonly string[]> {
  const hidden = [...page.querySelectorAll('.place[hidden]')];
  for (const place of hidden) place.removeAttribute('hidden');
  const rules = { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: true } };
  const { violations } = await axe.run(page, { rules, resultTypes: ['violations'] });
  for (const place of hidden) place.setAttribute('hidden', 'until-found');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
export const alert = (): string => [...page.querySelectorAll('[role=alert]')].map((e) => e.textContent).join(' ');
