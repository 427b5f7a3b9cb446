import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CASES } from '../deployment/cases.ts';
import { contextOf, templateFiles } from '../deployment/chart.ts';
import { renderChart } from '../deployment/go-template.ts';
import { skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';

/**
 * The templates of the chart in Go's own text/template with Sprig, as Debian packages them (golang-go,
 * golang-github-masterminds-sprig-dev, golang-k8s-sigs-yaml-dev): what Helm is made of, and what our renderer stands in for.
 */
const GO = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '-buildvcs=false' };
const isThere =
  spawnSync('go', ['version']).status === 0 &&
  ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml'].every((name) =>
    fs.existsSync(`/usr/share/gocode/src/${name}`),
  );

describe("Go's templates", () => {
  let program: string;
  beforeAll(() => {
    if (!isThere) return;
    program = path.join(temporaryFolder('go'), 'render');
    const built = spawnSync('go', ['build', '-o', program, 'test/peers/go-template/main.go'], { env: GO });
    if (built.status !== 0) throw new Error(built.stderr.toString());
  });

  it.for(Object.entries(CASES))('render the chart with %s as our renderer does', ([, values], { skip }) => {
    if (!isThere) return skipBecause(skip, 'there is no Go with Sprig');
    const files = templateFiles();
    const context = contextOf(values);
    const { stdout, stderr } = spawnSync(program, {
      input: JSON.stringify({ files, context }),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const theirs = JSON.parse(stdout) as Record<string, string>;
    const ours = renderChart(files, context);
    expect(Object.keys(theirs).sort()).toEqual(Object.keys(ours).sort());
    const { 'NOTES.txt': notes, ...manifests } = theirs;
    expect(notes).toBe(ours['NOTES.txt']);
    // Checksums are of texts that toYaml may write in another style; what manifests say has to be the same.
    const said = (text: string | undefined): unknown => parse((text ?? '').replace(/checksum\/keys: .*/, ''));
    for (const [file, text] of Object.entries(manifests)) expect(said(text), file).toEqual(said(ours[file]));
  });
});
