import { readFile } from 'node:fs/promises';

export type ProcessMemory = Readonly<{
  residentBytes: number;
  /** Without what processes share: the program itself, and memory that one hands to another. */
  privateBytes: number;
}>;

/** What a process holds (proc(5), status); undefined when it is gone, and on systems that do not say so. */
export async function processMemory(pid: number): Promise<ProcessMemory | undefined> {
  if (process.platform !== 'linux') return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const bytes = (name: string): number | undefined => {
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  };
  const residentBytes = bytes('VmRSS');
  if (residentBytes === undefined) return undefined;
  return { residentBytes, privateBytes: bytes('RssAnon') ?? residentBytes };
}
