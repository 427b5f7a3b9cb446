import type { Software } from './software.ts';

/** Explains how to enlarge the context window, with the flag or setting of each server. */
export function widenWindow(software: Software, tokens: number): string {
  switch (software) {
    case 'llama.cpp':
      return `Start llama-server with --ctx-size ${tokens} --parallel 1 (all slots share the context window).`;
    case 'Ollama':
      return `Start Ollama with OLLAMA_CONTEXT_LENGTH=${tokens} in its environment, or create a model with PARAMETER num_ctx ${tokens} in its Modelfile.`;
    case 'vLLM':
      return `Start vLLM with --max-model-len ${tokens}.`;
    case 'LM Studio':
      return `Load the model in LM Studio with a context length of ${tokens}.`;
    default:
      return `Start the server with a context window of at least ${tokens} tokens.`;
  }
}

/** Explains how to enable tool calls on a server. */
export function enableTools(software: Software, model: string): string {
  switch (software) {
    case 'llama.cpp':
      return "Start llama-server with --jinja. If the model's own template does not support tools, use --chat-template-file to specify one that does.";
    case 'Ollama':
      return 'Use a model whose page in the Ollama library lists "tools", or whose Modelfile has a TEMPLATE that supports tools.';
    case 'vLLM':
      return `Start vLLM with --enable-auto-tool-choice --tool-call-parser ${vllmParser(model)}.`;
    case 'LM Studio':
      return 'Use a model that LM Studio marks as trained for tool use.';
    default:
      return 'Turn on tool calling on the server, with the right parser for the model.';
  }
}

/** vLLM's parsers by model family; the first match applies. vLLM's documentation lists them all. */
const VLLM_PARSERS: readonly (readonly [RegExp, string])[] = [
  [/qwen3?-?coder/i, 'qwen3_coder'],
  [/qwen|hermes/i, 'hermes'],
  [/gpt-oss/i, 'openai'],
  [/llama-?4/i, 'llama4_pythonic'],
  [/llama/i, 'llama3_json'],
  [/mistral|mixtral|devstral|magistral/i, 'mistral'],
  [/deepseek/i, 'deepseek_v3'],
  [/granite/i, 'granite'],
  [/glm/i, 'glm45'],
  [/kimi/i, 'kimi_k2'],
];

function vllmParser(model: string): string {
  return (
    VLLM_PARSERS.find(([family]) => family.test(model))?.[1] ??
    '<the parser for this model; see "Tool Calling" in vLLM\'s documentation>'
  );
}
