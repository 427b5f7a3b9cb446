import { t } from '../messages/t.ts';
import { toast } from '../ui/overlays.tsx';

/** Shows a toast with the saved file's path or the error. */
export function told(work: Promise<unknown>, failed: string): void {
  work.then(
    (file) => {
      if (typeof file === 'string') toast(t('common.savedAs'), { detail: file });
    },
    (error: Error) => toast(failed, { detail: error.message, isError: true }),
  );
}
