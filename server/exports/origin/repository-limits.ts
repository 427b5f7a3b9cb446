import { layoutOf } from '../../agents/workspace/local-repository-layout.ts';
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
