import fs from 'node:fs';
import path from 'node:path';
import { asOffprintError } from '../../errors.ts';
import { whyNoSandbox } from '../../exports/chromium/sandbox.ts';
import { LOG_FOLDER, lastEntries } from '../../log.ts';
import { effectiveSettings } from '../../settings-precedence.ts';
import { checkDatabase } from '../../store/check-database.ts';
import { DATABASE_FILE } from '../../store/database.ts';
import { diagnosticsArchive } from '../diagnostics-archive.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import * as schemas from '../schemas.ts';
import type { Services } from '../services.ts';

const tag = 'Diagnostics';
const CHECK_TIMEOUT_MS = 120_000;

/** Returns the endpoints for troubleshooting. */
export function diagnosticsEndpoints(services: Services, release: string): Endpoint[] {
  const { host, address, exampleFolder, logger, startedAt, options } = services;
  /** Running checks. Concurrent requests for a check share one run, so that browsers do not start in parallel. */
  const underWay = new Map<CheckName, Promise<CheckResult>>();
  const checkOnce = (check: CheckName): Promise<CheckResult> => {
    const result = underWay.get(check) ?? checked(check, host.dataFolder);
    underWay.set(check, result);
    result.finally(() => underWay.delete(check));
    return result;
  };
  const facts = async () => {
    const disk = await fs.promises.statfs(host.dataFolder);
    const database = await fs.promises.stat(path.join(host.dataFolder, DATABASE_FILE));
    return {
      version: release,
      node: process.versions.node,
      sqlite: String(host.store().prepare('SELECT sqlite_version()').pluck().get()),
      platform: `${process.platform} ${process.arch}`,
      startedAt,
      address,
      dataFolder: host.dataFolder,
      databaseBytes: database.size,
      freeBytes: disk.bavail * disk.bsize,
      totalBytes: disk.blocks * disk.bsize,
      noSandbox: whyNoSandbox() ?? null,
      exampleSite: exampleFolder !== undefined && fs.existsSync(exampleFolder) ? exampleFolder : null,
      log: [...logger.lines()],
    };
  };
  return [
    endpoint({
      method: 'GET',
      path: '/v1/diagnostics',
      operationId: 'getDiagnostics',
      tag,
      summary: 'Get information about this server',
      description: 'Versions, paths, free space and the last lines of the log, without secrets.',
      scope: 'admin',
      responses: { 200: { description: 'The information.', schema: schemas.diagnostics } },
      handle: async () => ({ status: 200, body: await facts() }),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/diagnostics/checks',
      operationId: 'runDiagnosticCheck',
      tag,
      summary: 'Check the browser or the database',
      description:
        '`browser` starts the browser used to verify bundles and opens a page in it. `database` has SQLite check the whole database. Both can take a while, and neither changes anything.',
      scope: 'admin',
      body: schemas.diagnosticCheck,
      responses: { 200: { description: 'The result.', schema: schemas.diagnosticResult } },
      handle: async ({ body: { check } }) => ({ status: 200, body: await checkOnce(check) }),
    }),
    endpoint({
      method: 'POST',
      path: '/v1/diagnostics/archive',
      operationId: 'createDiagnosticsArchive',
      tag,
      summary: 'Collect information for troubleshooting',
      description:
        "Runs both checks and returns a zip archive. It contains `facts.json`, `settings.json` (with the source of each value), `checks.json` and `log.json` (the last lines of the data folder's log, including what commands wrote to it). Secrets are removed.",
      scope: 'admin',
      idempotency: 'refused',
      responses: { 200: { description: 'The archive.', mediaTypes: ['application/zip'] } },
      handle: async () => {
        const checks = [await checkOnce('database'), await checkOnce('browser')];
        const { log: _log, ...others } = await facts();
        const log = lastEntries(path.join(host.dataFolder, LOG_FOLDER));
        const settings = effectiveSettings(host.store(), options);
        const archive = await diagnosticsArchive({ facts: others, settings, checks, log });
        return {
          respond: (_request, response) => {
            response.writeHead(200, {
              'content-type': 'application/zip',
              'content-length': archive.length,
              'content-disposition': 'attachment; filename="offprint-diagnostics.zip"',
            });
            response.end(archive);
          },
        };
      },
    }),
  ];
}

type CheckName = 'browser' | 'database';
type Finding = Readonly<{ ok: boolean; detail: string }>;
type CheckResult = Finding & Readonly<{ check: CheckName; durationMs: number }>;

async function checked(check: CheckName, dataFolder: string): Promise<CheckResult> {
  const started = performance.now();
  const finding = await CHECKS[check](dataFolder).catch((error: unknown) => ({
    ok: false,
    detail: asOffprintError(error).message,
  }));
  return { check, ...finding, durationMs: Math.round(performance.now() - started) };
}

const CHECKS: Readonly<Record<CheckName, (dataFolder: string) => Promise<Finding>>> = {
  browser: async (dataFolder) => {
    const { openBrowser } = await import('../../exports/chromium/open.ts'); // large module
    const browser = await openBrowser({
      cacheFolder: path.join(dataFolder, 'browser'),
      allowedHosts: [],
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    try {
      const page = await browser.newPage();
      await page.goto('data:text/html,<title>It works</title>');
      const ok = (await page.title()) === 'It works';
      const version = await browser.version();
      const shown = ok ? version : `${version} started, but did not show a page.`;
      return { ok, detail: [shown, whyNoSandbox() ?? []].flat().join('. ') };
    } finally {
      await browser.close();
    }
  },
  database: async (dataFolder) => {
    const faults = await checkDatabase(dataFolder);
    return faults.length === 0
      ? { ok: true, detail: 'SQLite found nothing wrong.' }
      : { ok: false, detail: `${faults.slice(0, 5).join('; ')}. Restore a copy from the backups folder.` };
  },
};
