import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Where the mirrors and exported changes of a project lie. */
export function agentFolder(dataFolder: string, projectId: string): string {
  return path.join(dataFolder, 'agents', projectId);
}

/** Where the change of a job is exported to. */
export function exportFolder(
  dataFolder: string,
  { projectId, id }: Readonly<{ projectId: string; id: string }>,
): string {
  return path.join(agentFolder(dataFolder, projectId), 'exports', id);
}

/** A file with certificates: git takes them no other way. */
export function certificateFile(folder: string, pem: string): string {
  const name = createHash('sha256').update(pem).digest('hex').slice(0, 16);
  const file = path.join(folder, `ca-${name}.pem`);
  if (!fs.existsSync(file)) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${file}.${process.pid}`, pem, { mode: 0o600 });
    fs.renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}
