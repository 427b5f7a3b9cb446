import { open, stat } from 'node:fs/promises';
import { systemCode } from '../../errors.ts';
import type { BrowserEnd } from './browser-process.ts';
import type { LocatedChromium } from './choose-browser.ts';
import { ChromiumError } from './errors.ts';
import { missingLibraries } from './shared-libraries.ts';

type LaunchFailure = Readonly<{
  located: LocatedChromium;
  end: BrowserEnd;
  /** The last lines of the browser's standard error. */
  complaints: string;
  timedOut: boolean;
  timeoutMs: number;
  error: unknown;
}>;

/** Converts a failed browser start into an error whose message says what to do about it. */
export async function explainLaunchFailure(failure: LaunchFailure): Promise<ChromiumError> {
  const sentence =
    (await wrongArchitecture(failure)) ??
    (await missingLibrary(failure)) ??
    sandbox(failure) ??
    (await notExecutable(failure)) ??
    profile(failure) ??
    killed(failure) ??
    tooSlow(failure) ??
    unknown(failure);
  const wasKilled = failure.end.signal === 'SIGKILL' && !failure.end.killedByUs;
  return new ChromiumError(wasKilled ? 'chromium-killed' : 'chromium-launch-failed', sentence, {
    cause: failure.end.spawnError ?? failure.error,
  });
}

/** execvp(3) does not reject a program for another processor, but runs it as a script, with odd errors. */
async function wrongArchitecture({
  located: { executablePath },
}: LaunchFailure): Promise<string | undefined> {
  const machine = await elfMachine(executablePath);
  const expected = { x64: 62, arm64: 183 }[process.arch as string];
  if (machine === undefined || machine === expected) return undefined;
  const name =
    { 3: '32-bit x86', 40: '32-bit ARM', 62: 'x64', 183: 'arm64' }[machine] ?? 'a different processor';
  return `The browser ${executablePath} is built for ${name}, but this computer is ${process.arch}. Set OFFPRINT_CHROMIUM to the path of a browser for ${process.arch}.`;
}

async function missingLibrary(failure: LaunchFailure): Promise<string | undefined> {
  const { executablePath, libraryPath } = failure.located;
  const named = /error while loading shared libraries: ([^:\s]+): (.*)/.exec(failure.complaints);
  if (/version `GLIBC_[^']+' not found/.test(failure.complaints)) {
    return `The browser ${executablePath} needs a newer C library (glibc) than this system has. Use a newer version of Linux, or install Chromium from this system's packages and set OFFPRINT_CHROMIUM to its path.`;
  }
  // If the file exists but its loader does not, the kernel reports that the file does not exist.
  if (systemCode(failure.end.spawnError) === 'ENOENT' && (await exists(executablePath))) {
    return `The browser ${executablePath} needs glibc, which this system does not have (Alpine, for example, uses musl). Install Chromium from this system's packages and set OFFPRINT_CHROMIUM to its path.`;
  }
  if (!named) return undefined;
  // The loader stops at the first missing library, but users want to install all of them at once.
  const isElf = (await elfMachine(executablePath)) !== undefined;
  const all = new Set([named[1], ...(isElf ? await missingLibraries(executablePath, { libraryPath }) : [])]);
  return `The browser ${executablePath} cannot start because this system lacks ${[...all].join(', ')}. Install the packages that provide what is missing (usually, on Debian and Ubuntu: apt install libnss3 libnspr4 libexpat1; on Fedora and RHEL: dnf install nss nspr expat), or set OFFPRINT_CHROMIUM to the path of another browser.`;
}

function sandbox({ complaints, located }: LaunchFailure): string | undefined {
  if (/Running as root without --no-sandbox/.test(complaints)) {
    return `The browser ${located.executablePath} cannot run as root with its sandbox enabled. Run Offprint as a different user.`;
  }
  const isSandbox =
    /No usable sandbox|setuid sandbox|suid sandbox|Failed to move to new namespace|CanCreateProcessInNewUserNS|credentials\.cc/i;
  if (!isSandbox.test(complaints)) return undefined;
  return `The browser ${located.executablePath} cannot set up its sandbox, because this system does not let ordinary programs create user namespaces. Allow this (on Ubuntu 23.10 and newer, with an AppArmor profile for the browser that contains "userns,"; on Debian, with sysctl kernel.unprivileged_userns_clone=1; in a container, with a seccomp profile that permits clone with CLONE_NEWUSER), or install Chromium from this system's packages and set OFFPRINT_CHROMIUM to its path.`;
}

async function notExecutable({
  end,
  located: { executablePath },
}: LaunchFailure): Promise<string | undefined> {
  const code = systemCode(end.spawnError);
  if (code === undefined) return undefined;
  if (code === 'ENOENT') {
    return `No browser was found at ${executablePath}. Restart Offprint, or set OFFPRINT_CHROMIUM to the path of a browser.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const mode = await stat(executablePath).then(
      (status) => status.mode,
      () => 0,
    );
    return (mode & 0o111) === 0
      ? `The browser ${executablePath} is not executable. Make it executable (chmod +x), or set OFFPRINT_CHROMIUM to the path of another browser.`
      : `The browser ${executablePath} cannot run from its folder because the file system is mounted "noexec" or a security policy forbids it. Choose a cache folder on a file system that allows programs to run, or set OFFPRINT_CHROMIUM to the path of an installed browser.`;
  }
  if (code === 'ENOEXEC') {
    return `The browser ${executablePath} is not a program that this system can run. Set OFFPRINT_CHROMIUM to the path of another browser.`;
  }
  if (code === 'EMFILE' || code === 'ENFILE' || code === 'EAGAIN' || code === 'ENOMEM') {
    return `The browser could not start because this system has run out of memory, processes or file handles (${code}). Close other programs, or export fewer pages at the same time.`;
  }
  return undefined;
}

function profile({ complaints }: LaunchFailure): string | undefined {
  if (/No space left on device/.test(complaints)) {
    return 'The browser could not start because the disk that holds the temporary folder is full. Free some space.';
  }
  if (/ProcessSingleton|profile appears to be in use/.test(complaints)) {
    return 'The browser could not start because another browser is using the same profile folder. Close that browser, or use a different profile folder.';
  }
  return undefined;
}

function killed({ end, located: { executablePath } }: LaunchFailure): string | undefined {
  if (end.killedByUs) return undefined;
  if (end.signal === 'SIGKILL') {
    return 'The browser was killed while starting, most likely because the system ran out of memory. Free some memory, or export fewer pages at the same time.';
  }
  if (end.signal === 'SIGILL') {
    return `The browser ${executablePath} needs a newer processor than this computer has. Set OFFPRINT_CHROMIUM to the path of another browser.`;
  }
  return undefined;
}

function tooSlow({ timedOut, timeoutMs, complaints, located }: LaunchFailure): string | undefined {
  if (!timedOut) return undefined;
  return `The browser ${located.executablePath} did not respond within ${timeoutMs / 1000} seconds of starting. Try again when this computer is less busy, or set OFFPRINT_CHROMIUM to the path of another browser.${lastComplaint(complaints)}`;
}

function unknown({ end, complaints, located }: LaunchFailure): string {
  const how = end.spawnError
    ? end.spawnError.message
    : end.signal
      ? `signal ${end.signal}`
      : `exit code ${end.exitCode}`;
  return `The browser ${located.executablePath} exited during startup (${how}). Set OFFPRINT_CHROMIUM to the path of another Chrome, Chromium or Edge browser.${lastComplaint(complaints)}`;
}

function lastComplaint(complaints: string): string {
  const lines = complaints.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0
    ? ''
    : ` Last output of the browser that failed: ${lines.slice(-3).join(' ').slice(-500)}`;
}

/** Returns `e_machine` of an ELF file (System V ABI, figure 4-3); undefined for any other file. */
async function elfMachine(path: string): Promise<number | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
      if (bytesRead < 20 || buffer.readUInt32BE(0) !== 0x7f454c46) return undefined;
      return buffer.readUInt16LE(18);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
