import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { DiskUse, DiskUseTask, ProjectUse } from './disk-use.ts';

/** Worker thread that adds up the disk use of a data folder. Started by disk-use.ts. */
const { database, jobIds } = workerData as DiskUseTask;
const store = new Database(database, { readonly: true });

const projects = store
  .prepare(
    `SELECT projects.id AS projectId,
       (SELECT count(*) FROM export_jobs WHERE project_id = projects.id) AS exports,
       (SELECT coalesce(sum(size_bytes), 0) FROM bundles JOIN export_jobs ON id = job_id WHERE project_id = projects.id)
         + (SELECT coalesce(sum(size_bytes), 0) FROM deltas JOIN export_jobs ON id = job_id WHERE project_id = projects.id)
         AS bundleBytes,
       (SELECT coalesce(sum(size), 0) FROM (
          SELECT max(size_bytes) AS size FROM resources JOIN export_jobs ON export_jobs.id = job_id
          WHERE project_id = projects.id AND object IS NOT NULL GROUP BY object)) AS contentBytes
     FROM projects`,
  )
  .all() as ProjectUse[];

const freed = store
  .prepare(
    `WITH going AS (SELECT value AS id FROM json_each(?))
     SELECT coalesce(sum(size), 0) FROM (
       SELECT max(own.size_bytes) AS size FROM resources own JOIN going ON going.id = own.job_id
       WHERE own.object IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM resources other WHERE other.object = own.object AND other.job_id NOT IN (SELECT id FROM going))
       GROUP BY own.object)`,
  )
  .pluck()
  .get(JSON.stringify(jobIds)) as number;

store.close();
parentPort?.postMessage({ projects, freedBytes: freed } satisfies DiskUse);
