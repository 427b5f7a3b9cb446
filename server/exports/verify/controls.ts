import type { Page } from 'puppeteer-core';
import { driverWords } from '../../browser-error-messages.ts';
import { COPY_BUTTONS } from '../runtime/browser/copy-buttons.ts';
import { BOXES } from '../search/browser/search-boxes.ts';
import { COPY_BUTTONS_ALIKE_MAX } from './click-limits.ts';
import {
  type ControlKind,
  type ControlPoint,
  type ControlSelectors,
  type ControlState,
  focusControl,
  lookAtControl,
  nextControl,
  pointOf,
} from './in-page-controls.ts';

/** A control that was operated, with the result. */
export type OperatedControl = Readonly<{
  kind: ControlKind;
  name: string;
  /** Why it does not work; absent if it works. */
  problem?: string;
  /** JPEG as base64, if it does not work. */
  screenshot?: string;
}>;

export type PageControls = Readonly<{
  found: number;
  operated: readonly OperatedControl[];
  /** Not all controls were operated: time ran out, or there are too many. */
  cutShort: boolean;
}>;

/** Maximum per page; further controls would be of the same kinds. */
const CONTROLS_MAX = 80;
/** Longest wait for an effect, on a busy machine. */
const EFFECT_MS = 2500;
const CLICK_MS = 2000;
/** Longest wait for the effect of a control that had none on other pages. */
const DEAD_EFFECT_MS = 400;

/**
 * Operates the controls of the page shown in a tab as a reader would: with the mouse or, if something covers the
 * control, with the keyboard. Each must have its effect: a tab is selected and shows its panel, an accordion or menu
 * opens and closes, a theme switch changes colours, a copy button copies the code beside it.
 * @param until when to stop (in terms of performance.now())
 * @param dead names (`kind name`) of controls that had no effect on other pages
 * @param only names of controls to operate; by default, all
 */
export async function operateControls(
  page: Page,
  ignored: readonly string[],
  until: number,
  dead: ReadonlySet<string>,
  only?: ReadonlySet<string>,
): Promise<PageControls> {
  const url = page.url();
  const selectors = selectorsWith(ignored);
  const operated: OperatedControl[] = [];
  let found = 0;
  for (;;) {
    const { left, index, state: before, point } = await page.evaluate(nextControl, selectors);
    if (index < 0) return { found, operated, cutShort: false };
    if (performance.now() > until || found === CONTROLS_MAX)
      return { found: found + left, operated, cutShort: true };
    found++;
    if (!before?.usable) continue;
    const nameOfIt = nameOf(before);
    if (only && !only.has(nameOfIt) && before.kind !== 'tab') continue;
    const effectMs = dead.has(nameOfIt) ? DEAD_EFFECT_MS : EFFECT_MS;
    const problem = await operate(page, { index, before, point }, url, effectMs).catch(failureOf);
    const { kind, name } = before;
    if (problem === undefined) operated.push({ kind, name });
    else {
      const screenshot = await page
        .screenshot({ type: 'jpeg', quality: 60, encoding: 'base64' })
        .catch(() => '');
      operated.push({ kind, name, problem, ...(screenshot !== '' && { screenshot }) });
    }
    if (bare(page.url()) !== bare(url)) return { found: found + left - 1, operated, cutShort: left > 1 };
  }
}

/**
 * Returns whether a page that is shown, but has not been operated, has controls that `operateControls` would operate.
 */
export async function hasControls(page: Page, ignored: readonly string[]): Promise<boolean> {
  const { index } = await page.evaluate(nextControl, selectorsWith(ignored));
  return index >= 0;
}

function selectorsWith(ignored: readonly string[]): ControlSelectors {
  return { copy: COPY_BUTTONS, ignored, passedOver: BOXES, copyButtonsAlikeMax: COPY_BUTTONS_ALIKE_MAX };
}

/** Returns the name that identifies a control across pages. */
export function nameOf({ kind, name }: Pick<OperatedControl, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

function failureOf(error: unknown): string {
  const words = driverWords(error);
  const message = error instanceof Error ? error.message : String(error);
  return `could not be used: ${words === undefined ? message : `the page ${words}`}`;
}

/** @returns what is wrong; undefined if it works */
async function operate(
  page: Page,
  {
    index,
    before,
    point,
  }: Readonly<{ index: number; before: ControlState; point: ControlPoint | undefined }>,
  url: string,
  effectMs: number,
): Promise<string | undefined> {
  await press(page, index, point);
  const after = await effect(page, index, effectMs, (now) => hasEffect(before, now));
  if (bare(page.url()) !== bare(url)) return `opens ${page.url().slice(0, 200)}`;
  if (!after) return 'disappears when it is clicked';
  const problem = problemOf(before, after);
  if (problem !== undefined || before.kind !== 'disclosure') return problem;
  // Close it again, so that it does not cover the next control.
  await press(page, index, await page.evaluate(pointOf, index));
  const closed = await effect(page, index, effectMs, (now) => now.on === before.on);
  if (closed && closed.on !== before.on) await page.keyboard.press('Escape');
  return undefined;
}

/** @param seenAt its position a moment ago */
async function press(page: Page, index: number, seenAt: ControlPoint | undefined): Promise<void> {
  const point = await restingPoint(page, index, seenAt);
  if (point) return within(CLICK_MS, page.mouse.click(point.x, point.y));
  await page.evaluate(focusControl, index);
  await page.keyboard.press('Enter');
}

/** Waits until a control stops moving: newly loaded fonts and opening or closing elements shift the layout. */
async function restingPoint(
  page: Page,
  index: number,
  seenAt: ControlPoint | undefined,
): Promise<ControlPoint | undefined> {
  const started = performance.now();
  for (let before = seenAt; ; ) {
    const point = await page.evaluate(pointOf, index);
    const rests = !point?.isMoving && point?.x === before?.x && point?.y === before?.y;
    if (rests || performance.now() - started > EFFECT_MS) return point;
    before = point;
  }
}

/** Rejects if the work takes longer than the limit. */
async function within<T>(longestMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${longestMs} ms`)), longestMs);
  });
  work.catch(() => {}); // in case it fails after the timeout
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function effect(
  page: Page,
  index: number,
  longestMs: number,
  isThere: (now: ControlState) => boolean,
): Promise<ControlState | undefined> {
  const started = performance.now();
  for (;;) {
    const now = await page.evaluate(lookAtControl, index).catch(() => undefined); // the page has navigated away
    if (!now || isThere(now) || performance.now() - started > longestMs) return now;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

function hasEffect(before: ControlState, after: ControlState): boolean {
  return problemOf(before, after) === undefined;
}

function problemOf(before: ControlState, after: ControlState): string | undefined {
  switch (before.kind) {
    case 'tab':
      if (!after.on) return 'is not selected when it is clicked';
      return after.shows === false ? 'shows no panel when it is selected' : undefined;
    case 'disclosure':
      if (after.on === before.on) return `does not ${before.on ? 'close' : 'open'} when it is clicked`;
      if (after.shows === before.shows && before.look === after.look)
        return `has no visible effect when it is ${before.on ? 'closed' : 'opened'}`;
      return undefined;
    case 'theme':
      if (before.on) return undefined; // already chosen
      return after.look === before.look ? 'does not change any colors when it is clicked' : undefined;
    case 'copy':
      if (after.copied === null) return 'copies nothing when it is clicked';
      return isOfCode(after.copied, before.code ?? '')
        ? undefined
        : `copies "${after.copied.slice(0, 60)}", which is not the code next to it`;
  }
}

/** Copied text may omit prompts and output. */
function isOfCode(copied: string, code: string): boolean {
  const bareCode = code.replace(/\s+/g, '');
  const lines = copied
    .split('\n')
    .map((line) => line.replace(/\s+/g, ''))
    .filter((line) => line !== '');
  return lines.length > 0 && lines.every((line) => bareCode.includes(line));
}

function bare(url: string): string {
  return url.replace(/#.*$/s, '');
}
