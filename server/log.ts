import fs from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { LogLevel } from './log-levels.ts';
import { redacted } from './redacted.ts';
import { RotatingFile } from './rotating-file.ts';

export type LogFields = Readonly<Record<string, unknown>>;

/** Takes one thing that an operator may want to know: a sentence, and what programs look for beside it. */
export type Log = (message: string, fields?: LogFields) => void;

export type LogLine = Readonly<{ at: string; line: string }>;

export type Logger = Readonly<
  Record<LogLevel, Log> & {
    setLevel: (level: LogLevel) => void;
    /** Whether something of this level is written, where it costs something to say it. */
    writes: (level: LogLevel) => boolean;
    /** The last lines, oldest first. */
    lines: () => readonly LogLine[];
    close: () => void;
  }
>;

export type LogOptions = Readonly<{
  /** Left out: lines are kept in memory alone. */
  folder?: string | undefined;
  level: LogLevel;
  maxBytes: number;
  files: number;
  /** Told every sentence. */
  print?: ((line: string) => void) | undefined;
}>;

/** Folder of the log, in the data folder. */
export const LOG_FOLDER = 'logs';
/** Name of the newest file in the folder of the log. */
export const LOG_FILE = 'offprint.log';
const LINES_KEPT = 500;

/**
 * The log of a server: JSON Lines in a folder, each with `level`, `time`, `msg` and what was given with it. Secrets are
 * taken out of the whole line, wherever they stand, before anything of it is kept or shown.
 */
export function openLog({ folder, level, maxBytes, files, print }: LogOptions): Logger {
  const file =
    folder === undefined ? undefined : new RotatingFile(path.join(folder, LOG_FILE), maxBytes, files);
  const lines: LogLine[] = [];
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
      redact: { paths: SECRET_FIELDS, censor: '…' },
    },
    { write: (line: string) => file?.write(redacted(line)) },
  );
  const writes = (asked: LogLevel): boolean => logger.isLevelEnabled(asked);
  const at =
    (asked: LogLevel): Log =>
    (message, fields = {}) => {
      if (!writes(asked)) return;
      const line = redacted(message);
      lines.push({ at: new Date().toISOString(), line });
      if (lines.length > LINES_KEPT) lines.shift();
      print?.(line);
      logger[asked](fields, message);
    };
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    setLevel: (next) => {
      logger.level = next;
    },
    writes,
    lines: () => lines,
    close: () => file?.close(),
  };
}

/**
 * What was written last, oldest first, by this process and by those before it: commands write there as well.
 * @param folder the folder of the log
 * @param count at most so many lines
 * @returns each as it was written; one that was cut off is left out
 */
export function lastEntries(folder: string, count = LINES_KEPT): unknown[] {
  const lines: string[] = [];
  for (const name of [LOG_FILE, `${LOG_FILE}.1`]) {
    const file = path.join(folder, name);
    if (lines.length < count && fs.existsSync(file))
      lines.unshift(...fs.readFileSync(file, 'utf8').trimEnd().split('\n'));
  }
  return lines.slice(-count).flatMap((line): unknown[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** Fields that hold secrets, on their own and in headers. */
const NAMES = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-api-key"]',
  '["private-token"]',
  'password',
  'token',
  'secret',
  'passphrase',
];
const SECRET_FIELDS = ['', 'headers', 'body', '*'].flatMap((place) =>
  NAMES.map((name) => (place === '' ? name : name.startsWith('[') ? place + name : `${place}.${name}`)),
);
