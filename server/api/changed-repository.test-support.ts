import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../test/stand-ins/fixture-site.ts';

type Files = Readonly<Record<string, string>>;

/** A small docs.json repository. */
export const DOCS_FILES: Files = {
  'docs/docs.json': JSON.stringify({
    name: 'Example',
    navigation: { groups: [{ group: 'Start', pages: ['index', 'guide/one'] }] },
  }),
  'docs/index.mdx': '---\ntitle: Welcome\n---\n\nRead [the guide](/guide/one).\n',
  'docs/guide/one.mdx': '---\ntitle: One\n---\n\nThe old text.\n',
};

/** Commits files to a new branch of a bare repository. */
export function commitTo(repository: string, branch: string, files: Files): void {
  const work = cloned(repository, branch, files);
  execFileSync('git', ['push', '--quiet', 'origin', branch], { cwd: work, stdio: 'ignore' });
}

/** Returns a change made elsewhere, as `offprint agent export` would export it, in base64. */
export function bundleOf(repository: string, files: Files): string {
  const work = cloned(repository, 'change', files);
  const argv = ['bundle', 'create', '--quiet', 'change.bundle', 'origin/main..change'];
  execFileSync('git', argv, { cwd: work, stdio: 'ignore' });
  return fs.readFileSync(path.join(work, 'change.bundle')).toString('base64');
}

function cloned(repository: string, branch: string, files: Files): string {
  const work = path.join(temporaryFolder('clone'), 'work');
  execFileSync('git', ['clone', '--quiet', repository, work], { stdio: 'ignore' });
  const git = (...argv: string[]): unknown => execFileSync('git', argv, { cwd: work, stdio: 'ignore' });
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
    fs.writeFileSync(path.join(work, name), content);
  }
  git('checkout', '--quiet', '-b', branch);
  git('add', '--all');
  git('-c', 'user.name=x', '-c', 'user.email=x@x.test', 'commit', '--quiet', '--message=Change');
  return work;
}
