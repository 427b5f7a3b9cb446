import { layoutOf } from '../../agents/workspace/local-repository-layout.ts';
import type { ServerSettings } from '../../settings.ts';
import type { BuildLimits } from './build-sandbox.ts';
import { type FolderLimits, requireOpenFolder } from './folder-limits.ts';

/**
 * Checks a local repository before git reads it: its folder must be allowed, and nothing in it may point elsewhere
 * (`layoutOf`). Changes by other programs while git is reading are not detected.
 * @param given the folder of the repository
 * @throws OffprintError `origin-unreadable`
 */
export function requireOpenRepository(given: string, limits: FolderLimits): void {
  layoutOf(requireOpenFolder(given, limits));
}

const MIB = 2 ** 20;

/** Returns the resource limits for the build of a branch. */
export function buildLimitsOf(settings: ServerSettings): BuildLimits {
  return {
    timeMs: 1000 * settings.buildTimeoutSeconds,
    memoryBytes: MIB * settings.buildMemoryMegabytes,
    diskBytes: MIB * settings.buildDiskMegabytes,
    processCount: settings.buildProcesses,
  };
}
