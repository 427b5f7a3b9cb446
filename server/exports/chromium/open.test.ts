import fs from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/stand-ins/fixture-site.ts';
import { openBrowser, prepareBrowser } from './open.ts';
import { findChromiumPackage } from './unpack.ts';

const isUnpacked =
  process.platform === 'linux' && process.arch === 'x64' && (await findChromiumPackage()) !== undefined;
const preparation = new AbortController();
afterEach(() => preparation.abort());

it.runIf(isUnpacked)(
  'whoever waits for a browser that another unpacks can be stopped meanwhile',
  async () => {
    const cacheFolder = temporaryFolder('browser');
    fs.chmodSync(cacheFolder, 0o700);
    let isPrepared = false;
    const prepared = prepareBrowser({ cacheFolder, signal: preparation.signal }).then(() => {
      isPrepared = true;
    });
    const job = new AbortController();
    const opened = openBrowser({ cacheFolder, allowedHosts: [], signal: job.signal });
    const stopped = expect(opened).rejects.toThrow('stopped');
    job.abort(new Error('stopped'));
    await stopped;
    expect(isPrepared).toBe(false);
    preparation.abort();
    await prepared;
    expect(fs.readdirSync(cacheFolder)).toEqual([]);
  },
);
