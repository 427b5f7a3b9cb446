import fs from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { LogLevel } from './log-levels.ts';
import { redacted } from './redacted.ts';
import { RotatingFile } from './rotating-file.ts';

export type LogFields = Readonly<Record<string, unknown>>;

/** Logs an event that operators may want to know about: a sentence, and fields for programs. */
export type Log = (message: string, fields?: LogFields) => void;

export type LogLine = Readonly<{ at: string; line: string }>;

export type Logger = Readonly<
  Record<LogLevel, Log> & {
    setLevel: (level: LogLevel) => void;
    /** Whether this level is written. Check it if the message is expensive to build. */
    writes: (level: LogLevel) => boolean;
    /** The latest lines, oldest first. */
    lines: () => readonly LogLine[];
    close: () => void;
  }
>;

export type LogOptions = Readonly<{
  /** Without it, lines are kept in memory only. */
  folder?: string | undefined;
  level: LogLevel;
  maxBytes: number;
  files: number;
  /** Receives every message. */
  print?: ((line: string) => void) | undefined;
}>;

/** Folder of the log in the data folder. */
export const LOG_FOLDER = 'logs';
/** Name of the newest file in the log folder. */
export const LOG_FILE = 'offprint.log';
const LINES_KEPT = 500;

/**
 * Opens the log of a server: JSON Lines in a folder, each with `level`, `time`, `msg` and the given fields. Secrets are
 * removed from the whole line, wherever they are, before any of it is kept or shown.
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
 * Returns the latest entries, oldest first, of this and of earlier processes, including commands.
 * @param folder the log folder
 * @param count maximum number of lines
 * @returns the parsed lines, without incomplete ones
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

/** Names of fields with secrets, on their own and in headers. */
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
