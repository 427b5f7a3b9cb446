import { t } from '../messages/t.ts';
import { Field, Input, Select } from '../ui/controls.tsx';

export type Reach = 'here' | 'network' | 'one';

const ADDRESSES = { here: '127.0.0.1', network: '0.0.0.0' } as const;

/** Returns who can reach a server that listens on an address. */
export function reachOf(address: string): Reach {
  if (['127.0.0.1', '::1', 'localhost'].includes(address)) return 'here';
  return address === '0.0.0.0' || address === '::' ? 'network' : 'one';
}

/** Fields for the address and port that a site listens on. */
export function ReachFields({
  address,
  port,
  onAddress,
  onPort,
}: Readonly<{
  address: string;
  port: string;
  onAddress: (address: string) => void;
  onPort: (port: string) => void;
}>) {
  const reach = address === '' ? 'one' : reachOf(address);
  return (
    <>
      <Field label={t('hosting.reach')}>
        <Select
          value={reach}
          onChange={(event) => {
            const next = event.target.value as Reach;
            onAddress(next === 'one' ? '' : ADDRESSES[next]);
          }}
        >
          {(['here', 'network', 'one'] as const).map((one) => (
            <option key={one} value={one}>
              {t(`hosting.reach.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      {reach === 'one' && (
        <Field label={t('hosting.ip')}>
          <Input
            value={address}
            required
            spellCheck={false}
            onChange={(event) => onAddress(event.target.value.trim())}
          />
        </Field>
      )}
      <Field label={t('hosting.port')} hint={t('hosting.portHint')}>
        <Input
          type="number"
          min={1}
          max={65_535}
          value={port}
          onChange={(event) => onPort(event.target.value)}
        />
      </Field>
    </>
  );
}
