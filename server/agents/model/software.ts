import { isObject } from './accumulate.ts';
import { getJson } from './get-json.ts';
import { ModelError } from './model-error.ts';
import type { ModelServer } from './server.ts';

export type Software = 'llama.cpp' | 'Ollama' | 'vLLM' | 'LM Studio' | 'unknown';

export type Identity = Readonly<{
  software: Software;
  models: readonly string[];
  /** Context window in tokens with which the server runs the model; null if the server does not report it. */
  statedWindow: number | null;
}>;

/**
 * Detects which software runs at an address, by endpoints that only it has (research/agent.md 4.3): `/v1/models` for
 * all, `/props` for llama.cpp, `/api/version` for Ollama, `/api/v0/models` for LM Studio, `max_model_len` for vLLM.
 * @throws ModelError `unreachable`, `certificate`, `unauthorized`, `protocol`
 */
export async function identify(server: ModelServer, signal: AbortSignal): Promise<Identity> {
  const host = new URL(server.baseUrl).host;
  const { status, value } = await getJson(server, '/models', { from: 'v1', signal });
  if (status === 401 || status === 403) {
    throw new ModelError(
      'unauthorized',
      `The model server ${host} rejected the API key (${status}). Check the key in the model server's settings.`,
    );
  }
  const listed = isObject(value) && Array.isArray(value.data) ? value.data.filter(isObject) : null;
  if (!listed) {
    throw new ModelError(
      'protocol',
      `${server.baseUrl}/models did not return a list of models (status ${status}). The address must point to an OpenAI-compatible API and end in /v1.`,
    );
  }
  const models = listed.map((entry) => entry.id).filter((id) => typeof id === 'string');
  const own = listed.find((entry) => entry.id === server.model);
  const maxModelLen = numberOf(own?.max_model_len);
  if (maxModelLen !== null) return { software: 'vLLM', models, statedWindow: maxModelLen };

  const root = async (path: string, post?: unknown): Promise<Record<string, unknown> | null> => {
    const answer = await getJson(server, path, { from: 'root', signal, ...(post !== undefined && { post }) });
    return answer.status === 200 && isObject(answer.value) ? answer.value : null;
  };
  const props = await root('/props');
  if (props) {
    const settings = isObject(props.default_generation_settings) ? props.default_generation_settings : {};
    return { software: 'llama.cpp', models, statedWindow: numberOf(settings.n_ctx) ?? numberOf(props.n_ctx) };
  }
  if (typeof (await root('/api/version'))?.version === 'string') {
    return { software: 'Ollama', models, statedWindow: ollamaWindow(await root('/api/ps'), server.model) };
  }
  const studio = await root('/api/v0/models');
  if (studio && Array.isArray(studio.data)) {
    const loaded = studio.data.filter(isObject).find((entry) => entry.id === server.model);
    return { software: 'LM Studio', models, statedWindow: numberOf(loaded?.loaded_context_length) };
  }
  return { software: 'unknown', models, statedWindow: null };
}

/**
 * Reads the window from `/api/ps`, which reports that of a loaded model. `/api/show` reports only the model's maximum.
 */
function ollamaWindow(running: Record<string, unknown> | null, model: string): number | null {
  const loaded = Array.isArray(running?.models) ? running.models.filter(isObject) : [];
  const own = loaded.find((entry) => entry.name === model || entry.model === model);
  return numberOf(own?.context_length);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}
