import { useState } from 'react';
import type { ProjectChange } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { forgetDraft } from '../state/draft.ts';
import { toast } from '../ui/overlays.tsx';
import type { Part } from './project-part.types.ts';

/**
 * Saves a change to a project and keeps the error message if that fails.
 * @param form whose drafts are discarded after saving (state/draft.ts)
 */
export function useSave(onChange: Part['onChange'], form?: string) {
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async (body: ProjectChange): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      await onChange(body);
      if (form !== undefined) forgetDraft(form);
      toast(t('common.saved'));
    } catch (error) {
      setFault((error as Error).message);
    }
    setBusy(false);
  };
  return { save, fault, isBusy };
}
