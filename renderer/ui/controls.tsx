import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check, ChevronRight, CircleAlert, CircleCheck, Copy, Info, TriangleAlert } from 'lucide-react';
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { t } from '../messages/t.ts';
import { announce } from '../state/announcer.ts';
import styles from './controls.module.css';

export { styles as controlStyles };

type Look = 'plain' | 'primary' | 'danger' | 'quiet';
type ButtonLook = Readonly<{ look?: Look; small?: boolean; isIcon?: boolean }>;
/** While its action runs, a button is disabled and shows that it is busy. */
type Busy = Readonly<{ isBusy?: boolean }>;

/** Returns the classes of a button, also for links styled as buttons. */
export function buttonClass({ look = 'plain', small = false, isIcon = false }: ButtonLook = {}): string {
  return [styles.button, look !== 'plain' && styles[look], small && styles.small, isIcon && styles.icon]
    .filter(Boolean)
    .join(' ');
}

export function Button({
  look = 'plain',
  small = false,
  isIcon = false,
  isBusy = false,
  className = '',
  ...rest
}: ComponentProps<'button'> & ButtonLook & Busy) {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && { disabled: true, 'aria-busy': true, title: t('common.working') })}
      className={`${buttonClass({ look, small, isIcon })} ${className}`}
    />
  );
}

/** A control with its label, hint and error message. */
export function Field({
  label,
  hint,
  error,
  children,
}: Readonly<{
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>;
}>) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={styles.error} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={`${styles.input} ${className}`} />;
}

export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={`${styles.input} ${className}`} />;
}

export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={`${styles.input} ${className}`} />;
}

export function CheckBox({
  label,
  hint,
  error,
  ...rest
}: ComponentProps<'input'> & Readonly<{ label: ReactNode; hint?: ReactNode; error?: string | undefined }>) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.check}>
      <input
        {...rest}
        type={rest.type ?? 'checkbox'}
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <div className={styles.hint} id={`${id}-hint`}>
            {hint}
          </div>
        )}
        {error && (
          <div className={styles.error} id={`${id}-error`}>
            {error}
          </div>
        )}
      </div>
    </div>
  );
}

export function Switch({
  isOn,
  onChange,
  label,
  disabled = false,
  translate,
}: Readonly<{
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  label: string;
  disabled?: boolean;
  /** Set if the label is an API name rather than text. */
  translate?: 'no';
}>) {
  return (
    <BaseSwitch.Root
      className={styles.switch}
      checked={isOn}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      translate={translate}
    >
      <BaseSwitch.Thumb className={styles.thumb} />
    </BaseSwitch.Root>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'busy';

export function Badge({
  tone = 'plain',
  icon,
  children,
}: Readonly<{ tone?: Tone; icon?: ReactNode; children: ReactNode }>) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

export function ProgressBar({ percent, label }: Readonly<{ percent: number; label: string }>) {
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
    >
      <div className={styles.bar} style={{ width: `${percent}%` }} />
    </div>
  );
}

const NOTICE_ICONS = { plain: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const;

export function Notice({
  tone = 'plain',
  children,
  isAlert = false,
}: Readonly<{ tone?: 'plain' | 'good' | 'warn' | 'bad'; children: ReactNode; isAlert?: boolean }>) {
  const Icon = NOTICE_ICONS[tone];
  return (
    <div className={styles.notice} data-tone={tone} role={isAlert ? 'alert' : undefined}>
      <Icon size={16} aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** Error message for something that could not be loaded, with a retry button. */
export function Failure({ message, onRetry }: Readonly<{ message: string; onRetry?: () => void }>) {
  return (
    <Notice tone="bad" isAlert>
      <span translate="no">{message}</span>
      {onRetry && (
        <div>
          <Button small onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
    </Notice>
  );
}

export function Loading() {
  return (
    <div className={styles.skeleton} role="status">
      <span />
      <span />
      <span />
      <span className="visually-hidden">{t('common.loading')}</span>
    </div>
  );
}

/** Empty state with an explanation and the first action. */
export function Empty({
  icon,
  title,
  children,
  action,
}: Readonly<{ icon: ReactNode; title: string; children?: ReactNode; action?: ReactNode }>) {
  return (
    <div className={styles.empty}>
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

export function Panel({
  title,
  action,
  children,
}: Readonly<{ title: ReactNode; action?: ReactNode; children: ReactNode }>) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.panelHead}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className={styles.panelBody}>{children}</div>
    </section>
  );
}

/** A collapsed panel that renders its content only when open. */
export function Fold({ title, children }: Readonly<{ title: ReactNode; children: ReactNode }>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        {title}
      </summary>
      {isOpen && <div className={styles.panelBody}>{children}</div>}
    </details>
  );
}

/** A list of names and values. */
export function Facts({ items }: Readonly<{ items: readonly (readonly [string, ReactNode])[] }>) {
  return (
    <dl className={styles.facts}>
      {items.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function FactRow({ name, value }: Readonly<{ name: string; value: ReactNode }>) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

const COPIED_MS = 2000;

export function CopyButton({
  text,
  label = t('common.copy'),
  small = true,
}: Readonly<{ text: string; label?: string; small?: boolean }>) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Button
      small={small}
      onClick={async () => {
        await copyText(text);
        setCopied(true);
        announce(t('common.copied'));
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setCopied(false), COPIED_MS);
      }}
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      {isCopied ? t('common.copied') : label}
    </Button>
  );
}

/** Copies text. The Clipboard API needs a secure context; over plain HTTP, copies a selection instead. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return;
    } catch {
      // not permitted: use the fallback below
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  const place = document.querySelector('[role="dialog"]') ?? document.body; // a modal dialog traps the focus
  place.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Preformatted text with a copy button. */
export function CodeBlock({ text, label }: Readonly<{ text: string; label: string }>) {
  return (
    <div className={styles.copyLine}>
      <pre className={styles.code} translate="no">
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
