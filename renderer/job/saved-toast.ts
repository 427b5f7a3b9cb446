import { t } from '../messages/t.ts';
import { toast } from '../ui/overlays.tsx';

/** Says where something was saved, or what went wrong. */
export function told(work: Promise<unknown>, failed: string): void {
  work.then(
    (file) => {
      if (typeof file === 'string') toast(t('common.savedAs'), { detail: file });
    },
    (error: Error) => toast(failed, { detail: error.message, isError: true }),
  );
}
