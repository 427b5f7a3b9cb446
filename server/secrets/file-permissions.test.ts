import { describe, expect, it } from 'vitest';
import { permissionFault } from './file-permissions.ts';

describe('who may read it', () => {
  const file = (uid: number, mode: number, isFile = true) => ({
    uid,
    mode: 0o100000 | mode,
    isFile: () => isFile,
  });

  it.each([
    ['own file, 0600', file(1000, 0o600)],
    ['own file, 0400 (Docker: uid 1000, mode 0400; systemd without access lists)', file(1000, 0o400)],
    ["root's, 0440 (systemd with an access list; Kubernetes with fsGroup)", file(0, 0o440)],
    ["root's, 0640 and the group of the service", file(0, 0o640)],
  ])('accepts: %s', (_, stats) => {
    expect(permissionFault(stats, 1000)).toBeUndefined();
  });

  it.each([
    ['own file, open to its group', file(1000, 0o440)],
    ["root's, for everybody (Docker's default)", file(0, 0o444)],
    ["root's, writable by the group", file(0, 0o660)],
    ["another user's", file(1001, 0o400)],
    ['a folder', file(1000, 0o600, false)],
  ])('refuses: %s', (_, stats) => {
    expect(permissionFault(stats, 1000)).toMatch(/\w+\. |chown|chmod/);
  });

  it('refuses for root what is open to a group', () => {
    expect(permissionFault(file(0, 0o440), 0)).toContain('mode 0440');
  });

  it('knows no modes on Windows', () => {
    expect(permissionFault(file(0, 0o666), undefined)).toBeUndefined();
  });
});
