import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';
import type { SandboxKind } from './build-sandbox.ts';
import { isMachine } from './build-sandbox-seccomp.ts';

/** Number of characters, from the end of a command's output, that an error message quotes. */
export const SAID_MAX = 2000;

/**
 * Returns the first kind of sandbox that can run a command that does nothing. Without one, nothing is built.
 * @param tryOut runs such a command in an empty folder
 * @throws OffprintError `origin-unreadable`
 */
export async function requireIsolation(
  tryOut: (empty: string, kind: SandboxKind) => Promise<Readonly<{ status: number | null; said: string }>>,
  signal: AbortSignal,
): Promise<SandboxKind> {
  const reasons: string[] = [];
  if (process.platform !== 'linux' || !isMachine(process.arch)) {
    reasons.push('this is only supported on x64 and arm64 Linux');
  } else {
    const empty = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-build-'));
    try {
      for (const kind of ['bubblewrap', 'util-linux'] as const) {
        const fault = await tryOut(empty, kind).then(
          ({ status, said }) => (status === 0 ? null : said.trim() || `status ${status}`),
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        );
        signal.throwIfAborted();
        if (fault === null) return kind;
        reasons.push(`${kind}: ${fault.slice(-SAID_MAX)}`);
      }
    } finally {
      fs.rmSync(empty, { recursive: true, force: true });
    }
  }
  throw new OffprintError(
    'origin-unreadable',
    `The build command cannot be isolated from this computer (${reasons.join('; ')}), so it was not run. Install bubblewrap and allow user namespaces (docs/operations.md, "Building a site"), or build the site elsewhere and export its folder or a branch that contains it.`,
  );
}
