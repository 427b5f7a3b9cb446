import type { DiskUse } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import shared from '../ui/shared.module.css';
import styles from './retention.module.css';

type Use = DiskUse['projects'][number];

/** Bar with the disk use of a project, relative to the largest one. */
export function SpaceBar({ use, largest }: Readonly<{ use: Use | undefined; largest: number }>) {
  if (!use) return null;
  const { bundleBytes, contentBytes } = use;
  const share = (bytes: number): string => `${(100 * bytes) / Math.max(1, largest)}%`;
  const told = t('space.of', {
    bundles: formats.bytes(bundleBytes),
    contents: formats.bytes(contentBytes),
  });
  return (
    <div className={styles.use} title={told}>
      <span>{formats.bytes(bundleBytes + contentBytes)}</span>
      <div className={styles.bar} role="img" aria-label={told}>
        <div data-part="bundles" style={{ width: share(bundleBytes) }} />
        <div data-part="contents" style={{ width: share(contentBytes) }} />
      </div>
    </div>
  );
}

export function bytesOf({ bundleBytes, contentBytes }: Use): number {
  return bundleBytes + contentBytes;
}

/** Disk use of the whole data folder. */
export function SpaceTotal({ use }: Readonly<{ use: DiskUse }>) {
  return (
    <p className={shared.soft}>
      {t('space.total', {
        projects: formats.bytes(use.projects.reduce((sum, project) => sum + bytesOf(project), 0)),
        received: formats.bytes(use.receivedBytes),
        hosting: formats.bytes(use.hostingBytes),
        database: formats.bytes(use.databaseBytes),
        free: formats.bytes(use.freeBytes),
        total: formats.bytes(use.totalBytes),
      })}
    </p>
  );
}
