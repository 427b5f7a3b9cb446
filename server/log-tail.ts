export type LogLine = Readonly<{ at: string; line: string }>;

const LINES_MAX = 500;
/** Credentials within addresses, keys, signatures of links: whatever opens something by itself. */
const SECRETS = /(:\/\/)[^/\s@]+@|offp_[A-Za-z0-9_-]+|(signature=|\/login\/)[A-Za-z0-9_-]+/g;

/** The last lines of the log, without secrets, for diagnostics. */
export function logTail(): Readonly<{ add: (line: string) => void; lines: () => readonly LogLine[] }> {
  const lines: LogLine[] = [];
  return {
    add: (line) => {
      lines.push({ at: new Date().toISOString(), line: redacted(line) });
      if (lines.length > LINES_MAX) lines.shift();
    },
    lines: () => lines,
  };
}

export function redacted(line: string): string {
  return line.replace(SECRETS, (_match, scheme?: string, name?: string) =>
    scheme !== undefined ? `${scheme}…@` : `${name ?? ''}…`,
  );
}
