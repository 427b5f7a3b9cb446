import { styleText } from 'node:util';
import { formatNumber } from '../../shared/numbers.ts';

/** Output of results and progress, for people and pipes. */
export type Output = Readonly<{
  /** Print one JSON document on standard output instead of text. */
  json: boolean;
  /** Prints a line of the result on standard output. */
  line: (text: string) => void;
  /** Prints a table with column names on standard output. The last column is cut if the terminal is too narrow. */
  table: (names: readonly string[], rows: readonly (readonly Cell[])[]) => void;
  /** Sets the result for scripts; printed only with --json. */
  result: (value: unknown) => void;
  /** Prints a status message on standard error. */
  note: (text: string) => void;
  /** Updates the progress line: redrawn on a terminal, at most one line every few seconds in a pipe. */
  progress: (fraction: number, text: string) => void;
  /** Clears the progress line. */
  progressDone: () => void;
}>;

export type Colour = 'green' | 'yellow' | 'red' | 'cyan' | 'dim';

/** A table cell. Numbers are right-aligned. */
export type Cell = string | number | Readonly<{ text: string; colour: Colour }>;

const PLAIN_EVERY_MS = 2000;
const BAR_CELLS = 18;

export function outputFor(json: boolean): Output {
  const terminal = process.stderr.isTTY === true;
  let drawn = false;
  let lastPlain = 0;
  const clear = (): void => {
    if (drawn) process.stderr.write('\r\x1b[2K');
    drawn = false;
  };
  return {
    json,
    line: (text) => {
      clear();
      if (!json) process.stdout.write(`${printable(pasteable(text))}\n`);
    },
    table: (names, rows) => {
      clear();
      if (json) return;
      const { isTTY, columns } = process.stdout;
      const width = isTTY ? columns : Number.POSITIVE_INFINITY;
      for (const line of tableLines(names, rows, width)) process.stdout.write(`${line}\n`);
    },
    result: (value) => {
      clear();
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    note: (text) => {
      clear();
      process.stderr.write(`${printable(pasteable(text))}\n`);
    },
    progress: (fraction, text) => {
      if (terminal) {
        const columns = process.stderr.columns || 80; // some terminals report 0 because they do not know
        process.stderr.write(`\r\x1b[2K${`${bar(fraction)} ${text}`.slice(0, columns - 1)}`);
        drawn = true;
        return;
      }
      const at = performance.now();
      if (lastPlain > 0 && at - lastPlain < PLAIN_EVERY_MS) return;
      lastPlain = at;
      process.stderr.write(`${Math.floor(fraction * 100)}% ${text}\n`);
    },
    progressDone: clear,
  };
}

const NPM_SCRIPTS: ReadonlySet<string | undefined> = new Set(['start', 'serve', 'export', 'offprint']);

/** Commands at the end of hints that act on the data folder, with all their arguments. */
const ON_DATA_FOLDER = (() => {
  const name = String.raw`[\w-]+(?:\.[\w-]+)*(?![\w-])`;
  const commands = [
    `(?:jobs|received|publications|agent) [a-z]+ ${name}`,
    `(?:trust revoke|trust remove|targets test) ${name}`,
    `rollback ${name} ${name}`,
    'trust create|trust rotate|queue resume',
    '(?:jobs|projects|settings|targets|received|publications|keys|links|hosting|agent list)(?=[.,;)]|$)',
  ];
  return new RegExp(String.raw`(?<=: )offprint (?:${commands.join('|')})(?! [<\w-])`, 'gm');
})();

/**
 * Makes the commands in a hint work when pasted: adds this program's `--data` option to those that act on the data
 * folder, and replaces `offprint` in a clone, where npm started it and it is not on the PATH.
 * @param argv the arguments of this program
 */
export function pasteable(
  text: string,
  environment: NodeJS.ProcessEnv = process.env,
  argv: readonly string[] = process.argv.slice(2),
): string {
  const data = dataOption(argv);
  const whole = data === undefined ? text : text.replace(ON_DATA_FOLDER, (command) => `${command} ${data}`);
  const { npm_package_name, npm_lifecycle_event } = environment;
  if (npm_package_name !== 'offprint' || !NPM_SCRIPTS.has(npm_lifecycle_event)) return whole;
  return whole.replace(/(?<![\w./-]|npx )offprint (?=[a-z])/g, 'npm run offprint -- ');
}

/** Returns the given `--data` option, quoted for a shell. */
function dataOption(argv: readonly string[]): string | undefined {
  const index = argv.findIndex((one) => /^--data(=|$)/.test(one));
  const given = argv[index]?.startsWith('--data=') ? argv[index].slice('--data='.length) : argv[index + 1];
  if (index < 0 || !given) return undefined;
  return `--data ${/^[\w./:@+-]+$/.test(given) ? given : `'${given.replaceAll("'", `'\\''`)}'`}`;
}

/** Colours text on terminals only, and not if NO_COLOR is set. */
function coloured(text: string, colour: Colour): string {
  return styleText(colour, text, { stream: process.stdout });
}

/** Formats a table for a window that is `room` characters wide; no lines if there are no rows. */
export function tableLines(
  names: readonly string[],
  rows: readonly (readonly Cell[])[],
  room: number,
): string[] {
  if (rows.length === 0) return [];
  const columns = names.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return {
      width: cells.reduce<number>((width, cell) => Math.max(width, textOf(cell).length), name.length),
      isNumeric: cells.some((cell) => typeof cell === 'number'),
    };
  });
  const before = columns.slice(0, -1).reduce((sum, { width }) => sum + width + 2, 0);
  const line = (cells: readonly Cell[]): string => {
    const texts = columns.map(({ width, isNumeric }, index) => {
      const cell = cells[index] ?? '';
      const isLast = index === columns.length - 1;
      const text = isLast ? cut(textOf(cell), room - before) : textOf(cell);
      const padded = isNumeric ? text.padStart(width) : isLast ? text : text.padEnd(width);
      return typeof cell === 'object' ? coloured(padded, cell.colour) : padded;
    });
    return texts.join('  ');
  };
  return [names.map((text) => ({ text, colour: 'dim' as const })), ...rows].map(line);
}

function textOf(cell: Cell): string {
  if (typeof cell === 'number') return formatNumber(cell);
  return printable(typeof cell === 'object' ? cell.text : cell);
}

function cut(text: string, room: number): string {
  return text.length > room && room > 1 ? `${text.slice(0, room - 1)}…` : text;
}

/** Replaces control characters: text from a site or a server must not control the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

/** Formats an API time in the local time zone, like `ls`: `Jul 12 09:05`, `Jul 12  2025`. */
export function formatTime(at: string | null, now = Date.now()): string {
  if (at === null) return '-';
  const time = new Date(at);
  if (Math.abs(now - time.getTime()) > HALF_A_YEAR_MS) return `${dayOf(time)}  ${time.getFullYear()}`;
  return `${dayOf(time)} ${clockOf(time).slice(0, 5)}`;
}

/** Formats a time to the second: `Jul 12 09:05:59`. */
export function formatMoment(at: string): string {
  const time = new Date(at);
  return `${dayOf(time)} ${clockOf(time)}`;
}

const HALF_A_YEAR_MS = 182 * 86_400_000;

function dayOf(time: Date): string {
  return `${time.toLocaleString('en', { month: 'short' })} ${String(time.getDate()).padStart(2)}`;
}

function clockOf(time: Date): string {
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function bar(fraction: number): string {
  const full = Math.floor(Math.min(1, Math.max(0, fraction)) * BAR_CELLS);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${String(Math.floor(fraction * 100)).padStart(3)}%`;
}

/** Formats bytes: `12.3 MB` (powers of ten, like disk sizes). */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${units[unit]}`;
}

/** Formats seconds: `4 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Formats a count with its noun: `1 page`, `12 pages`. */
export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
