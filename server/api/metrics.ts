import fs from 'node:fs';
import path from 'node:path';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { DATABASE_FILE } from '../store/database.ts';
import { lastCompletedExports, statusCounts } from '../store/status-counts.ts';
import type { Services } from './services.ts';

/**
 * Metrics in the text format of Prometheus. All are read on request, except those of the process, which are collected
 * from the first request on. docs/operations.md explains each of them.
 */
export function metrics({ host, settings }: Services, release: string): Registry {
  const registry = new Registry();
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => void | Promise<void>,
  ): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: () => collect(made),
    });
  };
  collectDefaultMetrics({ register: registry });

  gauge('offprint_info', 'The version of Offprint that is running.', ['version'], (info) =>
    info.set({ version: release }, 1),
  );
  const counted = [
    ['offprint_export_jobs', 'Export jobs in the data folder.', 'export_jobs'],
    ['offprint_agent_jobs', 'Agent jobs in the data folder.', 'agent_jobs'],
    ['offprint_publications', 'Publications in the data folder.', 'publications'],
  ] as const;
  for (const [name, help, table] of counted) {
    gauge(name, help, ['status'], (jobs) => {
      for (const [status, count] of statusCounts(host.store(), table)) jobs.set({ status }, count);
    });
  }
  gauge(
    'offprint_last_completed_export_timestamp_seconds',
    'When the most recent completed export ended.',
    ['domain'],
    (last) => {
      last.reset(); // drops domains whose jobs were deleted
      for (const [domain, at] of lastCompletedExports(host.store())) last.set({ domain }, at / 1000);
    },
  );
  gauge(
    'offprint_queue_paused',
    '1 while the queue is paused (queuePaused setting), otherwise 0.',
    [],
    (paused) => paused.set(settings().queuePaused ? 1 : 0),
  );
  gauge(
    'offprint_data_folder_free_bytes',
    'Free space on the disk that holds the data folder.',
    [],
    async (free) => {
      const disk = await fs.promises.statfs(host.dataFolder);
      free.set(disk.bavail * disk.bsize);
    },
  );
  gauge('offprint_database_bytes', 'Size of offprint.db.', [], async (bytes) =>
    bytes.set((await fs.promises.stat(path.join(host.dataFolder, DATABASE_FILE))).size),
  );
  return registry;
}
