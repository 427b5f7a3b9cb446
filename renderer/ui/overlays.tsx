import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../messages/t.ts';
import { Button, buttonClass } from './controls.tsx';
import styles from './overlays.module.css';

export { styles as overlayStyles };

/** A dialog that is open while it is rendered. */
export function Dialog({
  title,
  description,
  onClose,
  foot,
  children,
  size = 'usual',
  isText = false,
}: Readonly<{
  title: string;
  description?: ReactNode;
  onClose: () => void;
  foot?: ReactNode;
  children: ReactNode;
  size?: 'usual' | 'wide';
  /** Set if the dialog contains only text. It then takes the focus itself, so that keys scroll it. */
  isText?: boolean;
}>) {
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={`${styles.popup} ${size === 'wide' ? styles.wide : ''}`}>
          <div className={styles.head}>
            <BaseDialog.Title render={<h2 />}>{title}</BaseDialog.Title>
            {description && <BaseDialog.Description>{description}</BaseDialog.Description>}
          </div>
          <div className={styles.body} {...(isText && { tabIndex: 0, role: 'region', 'aria-label': title })}>
            {children}
          </div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** Confirmation for an action that cannot be undone. */
export function Confirm({
  title,
  children,
  action,
  keep = t('common.cancel'),
  look = 'danger',
  onConfirm,
  onClose,
}: Readonly<{
  title: string;
  children: ReactNode;
  action: string;
  /** Label of the dismiss button. "Cancel" would be ambiguous if the action itself cancels something. */
  keep?: string;
  look?: 'danger' | 'primary';
  onConfirm: () => void;
  onClose: () => void;
}>) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <div className={styles.head}>
            <AlertDialog.Title render={<h2 />}>{title}</AlertDialog.Title>
          </div>
          <AlertDialog.Description className={styles.body} render={<div />}>
            {children}
          </AlertDialog.Description>
          <div className={styles.foot}>
            <AlertDialog.Close render={<Button>{keep}</Button>} />
            <Button
              look={look}
              onClick={() => {
                onClose();
                onConfirm();
              }}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export type MenuItem = Readonly<{
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** Destructive: separated from the others and red. */
  isDanger?: boolean;
}>;

export function Menu({ trigger, items }: Readonly<{ trigger: ReactElement; items: readonly MenuItem[] }>) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <MenuPopup items={items} />
    </BaseMenu.Root>
  );
}

/** A menu that is open while rendered. A list shares one, because a menu per row would be too expensive. */
export function AnchoredMenu({
  anchor,
  items,
  onClose,
}: Readonly<{ anchor: HTMLElement; items: readonly MenuItem[]; onClose: () => void }>) {
  return (
    <BaseMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <MenuPopup items={items} anchor={anchor} />
    </BaseMenu.Root>
  );
}

function MenuPopup({ items, anchor }: Readonly<{ items: readonly MenuItem[]; anchor?: HTMLElement }>) {
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner
        className={styles.positioner}
        sideOffset={4}
        align="end"
        {...(anchor && { anchor })}
      >
        <BaseMenu.Popup className={styles.menu} {...(anchor && { finalFocus: { current: anchor } })}>
          {items.map(({ label, icon, onSelect, isDanger = false }) => (
            <BaseMenu.Item
              key={label}
              className={styles.item}
              onClick={onSelect}
              data-danger={isDanger || undefined}
            >
              {icon}
              {label}
            </BaseMenu.Item>
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}

/** Toasts: announced politely without moving the focus (F6 moves to them). */
const manager = Toast.createToastManager();

const TOAST_MS = 6000;
/** Minimum display time, so that a toast can be read even if it becomes outdated at once. */
const JUST_SHOWN_MS = 2500;
const TOLD = 'told';
let toldAt = 0;
/** Latest toast for each subject. */
const shown = new Map<string, string>();

export function toast(
  text: string,
  options: Readonly<{
    detail?: string | undefined;
    isError?: boolean;
    action?: { label: string; run: () => void };
    timeoutMs?: number;
    /** A newer toast with the same subject replaces it. Default: the text for errors; plain toasts share a subject. */
    subject?: string;
  }> = {},
): void {
  const { detail, isError = false, action, timeoutMs } = options;
  const subject = options.subject ?? (isError ? `error ${text}` : action ? undefined : TOLD);
  const before = subject === undefined ? undefined : shown.get(subject);
  if (before !== undefined) manager.close(before);
  const id = manager.add({
    title: text,
    ...(detail !== undefined && { description: detail }),
    type: isError ? 'error' : 'note',
    priority: isError ? 'high' : 'low',
    timeout: timeoutMs ?? (isError ? TOAST_MS * 2 : TOAST_MS),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.run();
        },
      },
    }),
  });
  if (subject === TOLD) toldAt = performance.now();
  if (subject !== undefined) shown.set(subject, id);
}

/** Closes the plain toast about a job's previous status, after its minimum display time. */
export function dismissOutdated(): void {
  const id = shown.get(TOLD);
  if (id === undefined) return;
  const leftMs = toldAt + JUST_SHOWN_MS - performance.now();
  if (leftMs > 0) setTimeout(() => manager.close(id), leftMs);
  else manager.close(id);
}

/** Publishes the height of the toasts to the style sheets, so that pages and dialogs end above them. */
function tellHeight(strip: HTMLElement | null): (() => void) | undefined {
  if (!strip) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--toasts-height', `${Math.ceil(strip.getBoundingClientRect().height)}px`);
  });
  observer.observe(strip, { box: 'border-box' });
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-height');
  };
}

/** Strip of toasts below the page, where they cover nothing. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          ref={tellHeight}
          className={styles.toasts}
          data-toasts
          aria-label={t('app.notifications')}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((one) => (
    <Toast.Root key={one.id} toast={one} className={styles.toast}>
      <Toast.Content className={styles.toastText}>
        <Toast.Title render={<div />} />
        <Toast.Description translate="no" />
      </Toast.Content>
      {one.actionProps && <Toast.Action className={buttonClass({ small: true })} />}
      <Toast.Close
        className={buttonClass({ small: true, isIcon: true, look: 'quiet' })}
        aria-label={t('common.dismiss')}
      >
        <X size={16} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ));
}
