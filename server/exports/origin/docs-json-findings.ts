import fs from 'node:fs';
import path from 'node:path';
import type { Finding } from '../../docs-site/findings.ts';
import { jobFolder } from '../../store/job-folder.ts';

/** File with the findings of a job until its report is written. */
const FINDINGS_FILE = 'docs-json-findings.json';

/** Stores the findings of a job that built a docs.json site, for its report. */
export function keepDocsJsonFindings(dataFolder: string, jobId: string, findings: readonly Finding[]): void {
  const job = jobFolder(dataFolder, jobId);
  fs.mkdirSync(job, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(job, FINDINGS_FILE), JSON.stringify(findings));
}

/** Returns the findings of a job that built a docs.json site; empty for other origins. */
export function docsJsonFindings(dataFolder: string, jobId: string): readonly Finding[] {
  try {
    return JSON.parse(fs.readFileSync(path.join(jobFolder(dataFolder, jobId), FINDINGS_FILE), 'utf8'));
  } catch {
    return [];
  }
}

/** Whether a job built a docs.json site. */
export function madeDocsJsonSite(dataFolder: string, jobId: string): boolean {
  return fs.existsSync(path.join(jobFolder(dataFolder, jobId), FINDINGS_FILE));
}
