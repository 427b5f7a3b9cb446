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

/** Actions for a finished export, used by its page and its row in the list. They report errors instead of throwing. */
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
      /** Saves the archive: through a save dialog in the desktop app, as a download in a browser. */
      download: (job: Job, format: Bundle['format'] = 'zip'): void =>
        told(
          desktop
            ? desktop.saveBundle(job.jobId, format)
            : // A link to this server, which the page may follow even if shared links point to object storage.
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
      /** Exports the site again with the current settings of its project. */
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

/** Describes how long and from where a link works. */
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
