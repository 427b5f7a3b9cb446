import { useMemo } from 'react';
import type { Bundle, Job } from '../../server/api/wire.types.ts';
import { formats } from '../messages/formats.ts';
import { t } from '../messages/t.ts';
import { navigate } from '../routing.ts';
import { useServices } from '../state/services.ts';
import { copyText } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import { told } from './saved-toast.ts';
import { isLoopback } from './values-yaml.ts';

/** What people do with a finished export, from its page and from its row in the list. Nothing throws: faults are told. */
export function useBundleActions() {
  const { api, desktop, jobs } = useServices();
  return useMemo(() => {
    const copied = (
      answer: Promise<Readonly<{ text: string; detail?: string }>>,
      what: string,
      failed: string,
    ): Promise<void> =>
      answer
        .then(async ({ text, detail }) => {
          await copyText(text);
          toast(what, detail === undefined ? {} : { detail });
        })
        .catch((error: Error) => toast(failed, { detail: error.message, isError: true }));
    return {
      /** Saves the archive: in the desktop app where the user says, in a browser as a download. */
      download: (job: Job, format: Bundle['format'] = 'zip'): void =>
        told(
          desktop
            ? desktop.saveBundle(job.jobId, format)
            : // A link of this server: the page may follow it, whatever links are given to others.
              api
                .bundle(job.jobId, { format, forPeople: true, linkTarget: null })
                .then(({ bundleUrl }) => follow(bundleUrl)),
          t('bundle.notSaved'),
        ),
      copyLink: (job: Job, format: Bundle['format'] = 'zip') =>
        copied(
          api
            .bundle(job.jobId, { format, forPeople: true })
            .then(({ bundleUrl, expiresAt }) => ({ text: bundleUrl, detail: reachOf(bundleUrl, expiresAt) })),
          t('bundle.linkCopied'),
          t('bundle.linkNotCopied'),
        ),
      copySha256: (job: Job, format: Bundle['format'] = 'zip') =>
        copied(
          api.bundle(job.jobId, { format, forPeople: true }).then(({ sha256 }) => ({ text: sha256 })),
          t('bundle.sha256Copied'),
          t('bundle.sha256NotCopied'),
        ),
      /** Starts another export of the site, as its project is set now. */
      exportAgain: (job: Job): Promise<void> =>
        api.startExport({ domain: job.domain }).then(
          ({ jobId }) => {
            jobs.refresh();
            navigate({ page: 'job', jobId, tab: 'overview' });
          },
          (error: Error) => toast(t('job.notExportedAgain'), { detail: error.message, isError: true }),
        ),
    };
  }, [api, desktop, jobs]);
}

/** For how long a link works, and where. */
function reachOf(bundleUrl: string, expiresAt: string): string {
  const duration = formats.duration(Math.max(0, (Date.parse(expiresAt) - Date.now()) / 1000));
  return t(isLoopback(bundleUrl) ? 'bundle.linkReachHere' : 'bundle.linkReach', { duration });
}

function follow(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
