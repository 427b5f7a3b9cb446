import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../messages/t.ts';
import { Button, CheckBox, Field, Input, Select } from '../ui/controls.tsx';
import shared from '../ui/shared.module.css';
import type { AccessDraft, CookieDraft, HeaderDraft, Secret } from './access-draft.ts';
import styles from './origin.module.css';

/** Fields for access to a live site. Credentials typed here are never shown again. */
export function AccessFields({
  draft,
  onChange,
}: Readonly<{ draft: AccessDraft; onChange: (draft: AccessDraft) => void }>) {
  const set = (change: Partial<AccessDraft>): void => onChange({ ...draft, ...change });
  return (
    <div className={shared.form}>
      <p className={styles.soft}>{t('access.keptHint')}</p>
      <Pairs
        title={t('access.cookies')}
        add={t('access.addCookie')}
        items={draft.cookies}
        fresh={{ name: '', value: '', keptAs: undefined } satisfies CookieDraft}
        onChange={(cookies) => set({ cookies })}
      />
      <Pairs
        title={t('access.headers')}
        add={t('access.addHeader')}
        items={draft.headers}
        fresh={{ name: '', value: '', keptAs: undefined, isSecret: true } satisfies HeaderDraft}
        onChange={(headers) => set({ headers })}
        besides={(header, change) => (
          <CheckBox
            label={t('access.isSecret')}
            checked={header.isSecret}
            onChange={(event) => change({ ...header, isSecret: event.target.checked, keptAs: undefined })}
          />
        )}
      />
      <div className={styles.two}>
        <Field label={t('access.user')} hint={t('access.userHint')}>
          <Input
            value={draft.user}
            autoComplete="off"
            translate="no"
            spellCheck={false}
            onChange={(event) => set({ user: event.target.value })}
          />
        </Field>
        <Field label={t('access.password')}>
          <SecretInput
            secret={draft.password}
            required={draft.user !== ''}
            onChange={(password) => set({ password })}
          />
        </Field>
        <Field label={t('access.proxy')} hint={t('access.proxyHint')}>
          <Input
            type="url"
            value={draft.proxyUrl}
            translate="no"
            spellCheck={false}
            placeholder="http://proxy.example:3128"
            onChange={(event) => set({ proxyUrl: event.target.value })}
          />
        </Field>
        <Field label={t('access.proxyLogin')} hint={t('access.proxyLoginHint')}>
          <SecretInput secret={draft.proxyLogin} onChange={(proxyLogin) => set({ proxyLogin })} />
        </Field>
        <Field label={t('access.caBundle')} hint={t('access.caBundleHint')}>
          <Input
            value={draft.caBundle}
            translate="no"
            spellCheck={false}
            placeholder="/etc/ssl/internal-ca.pem"
            onChange={(event) => set({ caBundle: event.target.value })}
          />
        </Field>
        <Field label={t('access.pace')} hint={t('access.paceHint')}>
          <Input
            type="number"
            min={0.01}
            max={1000}
            step="any"
            value={draft.requestsPerSecond}
            onChange={(event) => set({ requestsPerSecond: event.target.value })}
          />
        </Field>
        <Field label={t('access.robots')} hint={t('access.robotsHint')}>
          <Select
            value={draft.robots}
            onChange={(event) => set({ robots: event.target.value as AccessDraft['robots'] })}
          >
            <option value="">{t('access.robots.usual')}</option>
            <option value="obey">{t('access.robots.obey')}</option>
            <option value="ignore">{t('access.robots.ignore')}</option>
          </Select>
        </Field>
      </div>
    </div>
  );
}

/** Editable list of name and value pairs. */
function Pairs<T extends CookieDraft>({
  title,
  add,
  items,
  fresh,
  onChange,
  besides,
}: Readonly<{
  title: string;
  add: string;
  items: readonly T[];
  fresh: T;
  onChange: (items: readonly T[]) => void;
  besides?: (item: T, change: (item: T) => void) => ReactNode;
}>) {
  return (
    <fieldset className={styles.pairs}>
      <legend>{title}</legend>
      {items.map((item, index) => {
        const change = (next: T): void => onChange(items.with(index, next));
        const isPlain = 'isSecret' in item && item.isSecret === false;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place, and are controlled
          <div key={index} className={styles.pair}>
            <Input
              value={item.name}
              required
              translate="no"
              spellCheck={false}
              autoComplete="off"
              placeholder={t('access.name')}
              aria-label={t('access.nameOf', { title, number: index + 1 })}
              onChange={(event) => change({ ...item, name: event.target.value })}
            />
            <SecretInput
              secret={item}
              isPlain={isPlain}
              required
              label={t('access.valueOf', { title, number: index + 1 })}
              onChange={({ value }) => change({ ...item, value })}
            />
            {besides?.(item, change)}
            <Button
              look="quiet"
              isIcon
              aria-label={t('access.remove', { title, number: index + 1 })}
              onClick={() => onChange(items.toSpliced(index, 1))}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          </div>
        );
      })}
      <div className={shared.row}>
        <Button small onClick={() => onChange([...items, fresh])}>
          <Plus size={14} aria-hidden />
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

/** Input for a secret. `Field` passes in the attributes that link it to its label. */
function SecretInput({
  secret,
  onChange,
  isPlain = false,
  required = false,
  label,
  ...rest
}: Readonly<{
  secret: Secret;
  onChange: (secret: Secret) => void;
  isPlain?: boolean;
  required?: boolean;
  label?: string;
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}>) {
  const isKept = !isPlain && secret.keptAs !== undefined;
  return (
    <Input
      {...rest}
      {...(label !== undefined && { 'aria-label': label })}
      type={isPlain ? 'text' : 'password'}
      // Browsers would fill in and offer to save passwords for this server, not for the site.
      autoComplete={isPlain ? 'off' : 'new-password'}
      value={secret.value}
      required={required && !isKept}
      translate="no"
      spellCheck={false}
      placeholder={isKept ? t('access.kept') : label && t('access.value')}
      onChange={(event) => onChange({ ...secret, value: event.target.value })}
    />
  );
}
