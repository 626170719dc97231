/**
 * Screens as a user photographs them: a page of HTML of each kind, with the text that stands on it. The one rule: a seed
 * gives the same screens for ever, and what was tuned on is not what is reported.
 */
import { chat, denseForm, formulas, ide, sideBar, SLIDES, spreadsheet, terminal, toasts } from './apps.ts';
import { chanceOf, type Chance } from './chance.ts';
import { chinese, chineseDark, mixedScripts } from './chinese.ts';
import { darkCode, lightCode } from './code.ts';
import { badges, banner, chips, form, menu, photo } from './controls.ts';
import { boldText, CUT, DENSE, german, newspaper, posters, sparse } from './dense.ts';
import type { Screen } from './page.ts';
import {
  bullets,
  checkBoxes,
  close,
  columns,
  dark,
  dialog,
  faint,
  headings,
  large,
  listMarks,
  mono,
  sans,
  serif,
  small,
  tinted,
} from './prose.ts';
import { caption, chart, gradientCards, gradientPage, hero, map, meme, outlined, subtitles } from './scenes.ts';
import { figures, grid, plain, SPARSE_TABLES, striped } from './tables.ts';
import { COMPRESSED, enlarged, pagePhoto, RECEIPTS, shaded, SLANTED } from './worn.ts';

export { type Screen } from './page.ts';

const KINDS: readonly ((chance: Chance) => Screen)[] = [
  serif,
  sans,
  mono,
  small,
  large,
  dark,
  tinted,
  faint,
  headings,
  columns,
  bullets,
  dialog,
  grid,
  plain,
  striped,
  figures,
  chips,
  badges,
  form,
  menu,
  banner,
  photo,
  lightCode,
  darkCode,
  close,
  ...DENSE,
  ...CUT,
  boldText,
  posters,
  newspaper,
  german,
  sparse,
  ...COMPRESSED,
  ...SLANTED,
  pagePhoto,
  shaded,
  enlarged,
  ...RECEIPTS,
  caption,
  subtitles,
  meme,
  hero,
  outlined,
  gradientCards,
  gradientPage,
  map,
  chart,
  chat,
  ide,
  spreadsheet,
  ...SLIDES,
  terminal,
  denseForm,
  sideBar,
  formulas,
  toasts,
  ...SPARSE_TABLES,
  listMarks,
  checkBoxes,
  chinese,
  chineseDark,
  mixedScripts,
];

/** What the clean-up was tuned on. */
export const TUNED_ON: readonly number[] = [1, 2, 3];
/** What figures are reported of. */
export const HELD_OUT: readonly number[] = [2001, 2002, 2003];

/** A screen of every kind. */
export const screensOf = (seed: number): readonly Screen[] =>
  KINDS.map((make, i) => make(chanceOf(seed * 1009 + i * 31)));
