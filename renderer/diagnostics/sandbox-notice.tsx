import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Notice } from '../ui/controls.tsx';

/** Warns on the first screen if the browser runs without its sandbox. */
export function SandboxNotice() {
  const { api } = useServices();
  const { value } = useLoad('diagnostics', api.diagnostics);
  return value && value.noSandbox !== null && <Notice tone="warn">{t('diagnostics.noSandbox')}</Notice>;
}
