/** How results and progress reach people and pipes. */
export type Output = Readonly<{
  /** One JSON document on standard output instead of sentences. */
  json: boolean;
  /** A line of the result, on standard output. */
  line: (text: string) => void;
  /** The result for scripts; printed only with --json. */
  result: (value: unknown) => void;
  /** A line about what is going on, on standard error. */
  note: (text: string) => void;
  /** The progress line: redrawn on a terminal, at most one line every few seconds in a pipe. */
  progress: (fraction: number, text: string) => void;
  /** Clears the progress line. */
  progressDone: () => void;
}>;

const PLAIN_EVERY_MS = 2000;
const BAR_CELLS = 24;

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
      if (!json) process.stdout.write(`${text}\n`);
    },
    result: (value) => {
      clear();
      if (json) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    note: (text) => {
      clear();
      process.stderr.write(`${text}\n`);
    },
    progress: (fraction, text) => {
      if (terminal) {
        const columns = process.stderr.columns ?? 80;
        process.stderr.write(`\r\x1b[2K${`${bar(fraction)} ${text}`.slice(0, columns - 1)}`);
        drawn = true;
        return;
      }
      const at = performance.now();
      if (lastPlain > 0 && at - lastPlain < PLAIN_EVERY_MS) return;
      lastPlain = at;
      process.stderr.write(`${Math.floor(fraction * 100)} % ${text}\n`);
    },
    progressDone: clear,
  };
}

function bar(fraction: number): string {
  const full = Math.floor(Math.min(1, Math.max(0, fraction)) * BAR_CELLS);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${String(Math.floor(fraction * 100)).padStart(3)} %`;
}

const BYTES = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Bytes for people: `12.3 MB` (powers of ten, as disks are sold). */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${BYTES.format(value)} ${units[unit]}`;
}

/** Seconds for people: `4 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Count and noun: `1 page`, `12 pages`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
