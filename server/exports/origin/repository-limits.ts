import { layoutOf } from '../../agents/workspace/local-repository-layout.ts';
import type { ServerSettings } from '../../settings.ts';
import type { BuildLimits } from './build-sandbox.ts';
import { type FolderLimits, requireOpenFolder } from './folder-limits.ts';

/**
 * Looks at a local repository before git does: its folder has to be open, and nothing in it may lead elsewhere
 * (`layoutOf`). What other programs change while git reads is not seen.
 * @param given the folder of the repository
 * @throws OffprintError `origin-unreadable`
 */
export function requireOpenRepository(given: string, limits: FolderLimits): void {
  layoutOf(requireOpenFolder(given, limits));
}

const MIB = 2 ** 20;

/** What the build of a branch may use up. */
export function buildLimitsOf(settings: ServerSettings): BuildLimits {
  return {
    timeMs: 1000 * settings.buildTimeoutSeconds,
    memoryBytes: MIB * settings.buildMemoryMegabytes,
    diskBytes: MIB * settings.buildDiskMegabytes,
    processCount: settings.buildProcesses,
  };
}
