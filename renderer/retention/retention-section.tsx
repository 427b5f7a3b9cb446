import { type FormEvent, useState } from 'react';
import type { ProjectRetention, RetentionRules } from '../../server/api/wire.types.ts';
import { t } from '../messages/t.ts';
import { useLoad } from '../state/load.ts';
import { useServices } from '../state/services.ts';
import { Button, Failure, Field, Input, Loading, Panel, Select } from '../ui/controls.tsx';
import { toast } from '../ui/overlays.tsx';
import shared from '../ui/shared.module.css';

/** Retention rules of a project. */
export function RetentionSection({ projectId }: Readonly<{ projectId: string }>) {
  const { api } = useServices();
  const { value, error, reload, put } = useLoad(`retention ${projectId}`, () =>
    api.projectRetention(projectId),
  );
  return (
    <Panel title={t('retention.project')}>
      <p className={shared.soft}>{t('retention.projectText')}</p>
      {error !== undefined && <Failure message={error} onRetry={reload} />}
      {!value && error === undefined && <Loading />}
      {value && <RulesForm retention={value} onSaved={put} />}
    </Panel>
  );
}

function RulesForm({
  retention: { projectId, own, general },
  onSaved,
}: Readonly<{ retention: ProjectRetention; onSaved: (retention: ProjectRetention) => void }>) {
  const { api } = useServices();
  const [rules, setRules] = useState(own);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFault(undefined);
    try {
      onSaved(await api.setProjectRetention(projectId, rules));
      toast(t('common.saved'));
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const field = (name: keyof RetentionRules) =>
    rules && (
      <Field label={t(`retention.${name}`)} hint={t(`retention.${name}Hint`)}>
        <Input
          type="number"
          min={0}
          required
          value={rules[name]}
          onChange={({ target }) => setRules({ ...rules, [name]: target.valueAsNumber || 0 })}
        />
      </Field>
    );
  return (
    <form className={shared.form} onSubmit={submit}>
      <Field label={t('retention.use')}>
        <Select
          value={rules ? 'own' : 'general'}
          onChange={({ target }) => setRules(target.value === 'own' ? (own ?? general) : null)}
        >
          <option value="general">{t('retention.use.general', { rules: told(general) })}</option>
          <option value="own">{t('retention.use.own')}</option>
        </Select>
      </Field>
      {rules && (
        <div className={shared.row}>
          {field('keepLast')}
          {field('keepDays')}
        </div>
      )}
      {fault !== undefined && <Failure message={fault} />}
      <div className={shared.row}>
        <Button type="submit">{t('common.save')}</Button>
      </div>
    </form>
  );
}

function told({ keepLast, keepDays }: RetentionRules): string {
  const rules = [
    ...(keepLast > 0 ? [t('retention.rules.last', { count: keepLast })] : []),
    ...(keepDays > 0 ? [t('retention.rules.days', { count: keepDays })] : []),
  ];
  return rules.join(', ') || t('retention.rules.none');
}
