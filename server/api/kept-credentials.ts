import { newDestination } from '../exports/origin/credential-destinations.ts';
import { type Credentials, secretNames, type UrlOrigin } from '../exports/origin/url-origin.ts';
import { credentialsNamed } from '../secrets/credentials.ts';
import { listProjects } from '../store/projects.ts';
import { ApiError } from './api-error.ts';
import { mayDo } from './authorize.ts';
import type { Caller } from './endpoint.ts';
import type { Services } from './services.ts';

/**
 * Returns the credentials of an origin for a call that tests it. Values in the call take precedence over stored ones.
 * Stored credentials may only be sent where projects already send them; only a key with the scope admin may send them
 * elsewhere.
 * @throws ApiError 403; OffprintError `secrets-locked`, `integrity`
 */
export async function credentialsFor(
  origin: UrlOrigin,
  given: Credentials,
  caller: Caller,
  { host, secrets }: Pick<Services, 'host' | 'secrets'>,
): Promise<Credentials> {
  const asked = secretNames(origin).filter((name) => given[name] === undefined);
  if (!mayDo(caller, 'admin')) {
    const origins = listProjects(host.store()).flatMap(({ origin }) =>
      origin.kind === 'url' ? [origin] : [],
    );
    const found = newDestination(origin, asked, origins);
    if (found) {
      throw new ApiError(
        403,
        `No project sends the credential ${found.name} to ${found.elsewhere}, so only a key with the admin scope can send it there. Use an admin key, or send the value in the credentials field of this request.`,
      );
    }
  }
  return { ...(await credentialsNamed(secrets, asked)), ...given };
}
