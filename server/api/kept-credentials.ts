import { type Credentials, destinations, secretNames, type UrlOrigin } from '../exports/origin/url-origin.ts';
import { credentialsNamed } from '../secrets/credentials.ts';
import { listProjects } from '../store/projects.ts';
import { ApiError } from './api-error.ts';
import { mayDo } from './authenticate.ts';
import type { Caller } from './endpoint.ts';
import type { Services } from './services.ts';

/**
 * What an origin takes to get in, for a call that tries it out: values that came with the call go before those that
 * are kept. A kept credential is bound to where projects send it, since a key with the scope admin has said so: no
 * other key sends it elsewhere.
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
    const origins = listProjects(host.store()).flatMap((project) =>
      project.origin.kind === 'url' ? [destinations(project.origin)] : [],
    );
    const wanted = destinations(origin);
    for (const name of asked) {
      const allowed = new Set(origins.flatMap((each) => [...(each.get(name) ?? [])]));
      const elsewhere = [...(wanted.get(name) ?? [])].find((where) => !allowed.has(where));
      if (elsewhere === undefined) continue;
      throw new ApiError(
        403,
        `No project sends the credential ${name} to ${elsewhere}, so only a key with the admin scope can send it there. Use an admin key, or send the value in the credentials field of this request.`,
      );
    }
  }
  return { ...(await credentialsNamed(secrets, asked)), ...given };
}
