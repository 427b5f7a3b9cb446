import { setTimeout as delay } from 'node:timers/promises';
import { asOffprintError, OffprintError } from '../../errors.ts';
import { findSite } from '../docs-config/docs-config.ts';
import type { EventLog } from '../log/event-log.ts';
import type { ToolCall } from '../model/chat.ts';
import type { ModelClient } from '../model/client.ts';
import { ModelError, type ModelErrorKind } from '../model/model-error.ts';
import { contentHash } from '../tools/content-hash.ts';
import type { ToolOutcome } from '../tools/tool.ts';
import { describeTools, runTool } from '../tools/tools.ts';
import type { PathPolicy } from '../tools/writable-files.ts';
import { describeFindings, openValidator, type Validator } from '../validators/validate.ts';
import { commitWorkspace } from '../workspace/commit.ts';
import type { GitAccess } from '../workspace/git.ts';
import { branchName, objectId } from '../workspace/git-arguments.ts';
import type { Mirror } from '../workspace/mirror.ts';
import type { OverlayStore } from '../workspace/overlay.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { type Limits, sizeFault } from './budget.ts';
import { planRequest, wasCut } from './context.ts';
import { decide } from './decide.ts';
import { leftProblemsOf, mayRepair } from './draft-policy.ts';
import type { JobEvent, StopCode } from './events.ts';
import { CUT_CALL, NOTHING_CHANGED, NUDGES, systemPrompt } from './prompts.ts';
import { PublishError, type Publisher } from './publisher.ts';
import { rebuildWorkspace } from './rebuild-workspace.ts';
import { type JobState, stateOf, step } from './state.ts';
import { commitMessage, describeProposal } from './summary.ts';
import { MAX_CALLS, trimAnswer } from './trim-answer.ts';

export type JobPorts = Readonly<{
  jobId: string;
  log: EventLog<JobEvent>;
  overlay: OverlayStore;
  mirror: Mirror;
  access: GitAccess;
  model: ModelClient;
  /** Context window of the model, as measured by model/doctor.ts. */
  windowTokens: number;
  publisher: Publisher;
  policy: PathPolicy;
  limits: Limits;
  author: Readonly<{ name: string; email: string }>;
  /** Whether a text contains a configured secret. */
  holdsSecret: (text: string) => boolean;
  /** Current time in milliseconds since 1970. */
  now: () => number;
  onEvent?: (state: JobState) => void;
  /** Pause before the first retry of publishing. */
  firstPauseMs?: number;
}>;

export type RunningJob = Readonly<{
  /** Resolves with the state when the job has ended or was interrupted. */
  done: Promise<JobState>;
  state: () => JobState;
  /** Cancels the job on behalf of a person. Takes effect within a moment. */
  cancel: () => void;
  /** Adds a message from a person. It is delivered before the model's next step. */
  message: (prompt: string) => void;
  /** Stops working without ending the job. The next start resumes it. */
  interrupt: () => void;
}>;

const MAX_DIFF_BYTES = 8 * 1024 * 1024;

/**
 * Runs a job from wherever its log ends. All state is derived from the log, so a job that crashed at any point ends
 * with the same tree, the same commit and a single merge request.
 */
export function startJob(ports: JobPorts): RunningJob {
  const { log, overlay, limits } = ports;
  let state = stateOf(log.events());
  let current = new AbortController();
  let interrupted = false;
  /** Workspace on the base commit, opened by `prepare` to verify its tree. A resumed job opens its own. */
  let fresh: Workspace | undefined;

  const record = (body: JobEvent): void => {
    state = step(state, log.append(body));
    ports.onEvent?.(state);
  };

  const run = async (): Promise<JobState> => {
    overlay.dropAfter(state.lastSeq);
    if (state.ended) return state;
    if (state.lastSeq > 1) record({ type: 'resumed' });
    let session: JobSession | undefined;
    try {
      for (;;) {
        current = new AbortController();
        if (interrupted) return state;
        if (state.base !== null) {
          session ??= await openJobSession(ports, state, () => wordsOfPeople(state), fresh);
          fresh = undefined;
        }
        const action = decide(state, limits, ports.now(), (session?.workspace.changes().size ?? 0) > 0);
        if (action.do === 'nothing') return state;
        try {
          await perform(action, session);
        } catch (error) {
          // After an abort, the next decision handles a cancel or the time limit. An interrupted job resumes at its
          // next start.
          if (!current.signal.aborted) throw error;
        }
      }
    } catch (error) {
      const { message } = asOffprintError(error);
      if (!state.ended && !interrupted)
        record({ type: 'ended', outcome: 'failed', code: 'internal', sentence: message });
      return state;
    } finally {
      session?.workspace.close();
      fresh?.close();
    }
  };

  const perform = async (
    action: ReturnType<typeof decide>,
    session: JobSession | undefined,
  ): Promise<void> => {
    switch (action.do) {
      case 'prepare':
        return prepare();
      case 'nudge':
        return record({ type: 'nudged', reason: action.reason, text: NUDGES[action.reason] });
      case 'stop':
        return record({ type: 'stopped', code: action.code, sentence: action.sentence });
      case 'deliver':
        return record({ type: 'delivered', prompt: state.waiting[0] ?? '' });
      case 'end':
        return record({ type: 'ended', ...outcomeOf(state) });
      case 'nothing':
        return;
      default:
    }
    if (!session) throw new Error('The job has not been prepared');
    if (action.do === 'ask') return ask(session);
    if (action.do === 'run-call') return runCall(session);
    if (action.do === 'commit') return commit(session);
    return publish(session);
  };

  const prepare = async (): Promise<void> => {
    try {
      await ports.mirror.refresh(ports.access, current.signal);
    } catch (error) {
      if (current.signal.aborted) throw error;
      return record({ type: 'stopped', code: 'repository', sentence: asOffprintError(error).message });
    }
    const branch = branchName(state.baseBranch);
    const base = branch === null ? null : await ports.mirror.baseCommit(branch);
    if (base === null) {
      const sentence = `The repository has no branch "${state.baseBranch}". Set the branch in the project's settings.`;
      return record({ type: 'stopped', code: 'repository', sentence });
    }
    try {
      fresh = await openWorkspace(ports.mirror, base);
    } catch (error) {
      if (!(error instanceof OffprintError)) throw error;
      return record({ type: 'stopped', code: 'repository', sentence: error.message });
    }
    record({ type: 'prepared', base });
  };

  const ask = async ({ system }: JobSession): Promise<void> => {
    const windowTokens = state.windowTokens ?? ports.windowTokens;
    const planned = planRequest(state, system, TOOLS, { windowTokens, answerTokens: limits.answerTokens });
    if (!planned.fits) return record(tooSmall(windowTokens));
    const leftMs = Math.max(1, Date.parse(state.round.startedAt) + limits.wallMs - ports.now());
    // The time limit aborts a request just like a cancel does. The next decision determines which one it was.
    const timer = setTimeout(() => current.abort(new Error('The job reached its time limit')), leftMs);
    try {
      const answer = await ports.model.chat(planned.request, {
        project: state.project,
        signal: current.signal,
        onRetry: ({ error, waitMs }) => record({ type: 'retried', reason: error.message, waitMs }),
      });
      const { requestBytes, evicted } = planned;
      const request = { bytes: requestBytes, promptTokens: answer.usage?.promptTokens ?? null };
      const before = state.lastRequest?.evicted === evicted ? state.lastRequest : null;
      if (wasCut(request, before, windowTokens)) {
        const sentence = `The model server counted only ${request.promptTokens} tokens in a request of ${requestBytes} bytes, so it must have silently cut off the beginning. Run "offprint agent doctor", then restart the model server with a larger context window.`;
        return record({ type: 'stopped', code: 'context-cut', sentence });
      }
      const { kind, usage } = answer;
      record({ type: 'answered', kind, ...trimAnswer(answer), usage, requestBytes, evicted });
    } catch (error) {
      if (current.signal.aborted || !(error instanceof ModelError)) throw error;
      if (error.kind !== 'context-overflow') {
        return record({
          type: 'stopped',
          code: MODEL_CODES[error.kind] ?? 'model-failed',
          sentence: error.message,
        });
      }
      // Shrink by at least a quarter each time, so that retries end: servers count tokens differently than we do.
      const tokens = Math.min(error.contextTokens ?? windowTokens, Math.floor(windowTokens * 0.75));
      return record(tokens < 8000 ? tooSmall(tokens) : { type: 'window', tokens });
    } finally {
      clearTimeout(timer);
    }
  };

  const runCall = async (session: JobSession): Promise<void> => {
    const call = state.openCalls[0];
    if (!call) return;
    const outcome = await outcomeOfCall(call, session);
    const { changes = [], ...told } = outcome;
    const dropped =
      state.openCalls.length === 1 && state.droppedCalls > 0
        ? `\n[Skipped ${state.droppedCalls} more ${state.droppedCalls === 1 ? 'call' : 'calls'} in the same response. Make at most ${MAX_CALLS} at once.]`
        : '';
    const recorded = changes.map(({ path, mode, content }) => ({
      path,
      mode,
      hash: content === null ? null : contentHash(content),
    }));
    // Store the content before its event. A crash in between leaves rows without an event, which the next start drops.
    if (changes.length > 0) overlay.put(log.events().length + 1, changes);
    record({
      type: 'result',
      callId: call.id,
      name: call.name,
      ...told,
      text: told.text + dropped,
      ...(recorded.length > 0 && { changes: recorded }),
    });
  };

  const outcomeOfCall = async (call: ToolCall, session: JobSession): Promise<Result> => {
    if (call.arguments === null && state.answerWasCut)
      return { ok: false, wellFormed: false, text: CUT_CALL };
    const { workspace, validator } = session;
    const { finish, ...outcome } = await runTool(call, {
      workspace,
      policy: ports.policy,
      seen: state.seen,
      intents: state.intents,
      check: async (paths) => {
        const findings = await validator.validate(current.signal);
        return describeFindings(
          paths === null ? findings : findings.filter(({ path }) => paths.includes(path)),
        );
      },
      signal: current.signal,
    });
    if (finish) {
      if (workspace.changes().size === 0) {
        return finish.noChangeReason === null
          ? { ...outcome, ok: false, text: NOTHING_CHANGED }
          : { ...outcome, finish };
      }
      const findings = await validator.validate(current.signal);
      if (findings.length === 0) return { ...outcome, finish };
      const told = describeFindings(findings);
      if (mayRepair(state, limits)) {
        return {
          ...outcome,
          ok: false,
          text: `Not finished yet. ${told}\nFix them, then call finish again.`,
          repair: findings.length,
        };
      }
      return { ...outcome, finish, leftProblems: leftProblemsOf(findings) };
    }
    return outcome.changes ? applied(outcome, outcome.changes, workspace) : outcome;
  };

  /** Applies a tool's changes, and reverts them if the job would exceed its size limits. */
  const applied = async (
    outcome: Result,
    changes: NonNullable<ToolOutcome['changes']>,
    workspace: Workspace,
  ): Promise<Result> => {
    const before = await Promise.all(
      changes.map(async ({ path, mode }) => ({ path, mode, content: await workspace.read(path) })),
    );
    try {
      await workspace.apply(changes);
    } catch (error) {
      if (!(error instanceof OffprintError) || error.code !== 'usage') throw error;
      return { ok: false, wellFormed: true, text: error.message };
    }
    const fault = await sizeFault(workspace, limits);
    if (fault === null) return outcome;
    await workspace.apply(before);
    return { ok: false, wellFormed: true, text: fault };
  };

  const commit = async ({ workspace }: JobSession): Promise<void> => {
    const { text } = await workspace.diff(MAX_DIFF_BYTES);
    if (ports.holdsSecret(text)) {
      const sentence =
        "The change contains a token stored in Offprint. Nothing was published. Check the job's log.";
      return record({ type: 'ended', outcome: 'failed', code: 'secret-in-diff', sentence });
    }
    const branch = branchName(state.branch);
    if (branch === null) throw new Error(`${state.branch} is not a valid branch name`);
    const tree = await workspace.tree();
    const message = commitMessage(state, ports.jobId);
    if (state.commit?.tree === tree)
      return record({ type: 'committed', commit: state.commit.commit, tree, message });
    const made = await commitWorkspace(ports.mirror, workspace, {
      branch,
      expected: state.commit ? objectId(state.commit.commit) : null,
      message,
      author: ports.author,
      atSeconds: state.handedOverAt ?? 0,
    });
    record({ type: 'committed', commit: made, tree, message });
  };

  const publish = async ({ workspace }: JobSession): Promise<void> => {
    const { commit: committed, published, base } = state;
    if (!committed || base === null) throw new Error('There is nothing to publish');
    const proposal = describeProposal(state, await workspace.lineCounts());
    const { jobId, publisher, firstPauseMs = 1000 } = ports;
    for (let attempt = 0; ; attempt++) {
      try {
        const made = await publisher.publish(
          {
            jobId,
            base,
            baseBranch: state.baseBranch,
            branch: state.branch,
            commit: committed.commit,
            ...proposal,
            earlier: published && {
              number: published.number,
              branch: published.branch,
              commit: published.commit,
            },
          },
          current.signal,
        );
        return record({ type: 'published', ...made });
      } catch (error) {
        if (current.signal.aborted || !(error instanceof OffprintError)) throw error;
        // Errors other than PublishError, such as a git timeout, may be temporary.
        const isFinal = error instanceof PublishError && !error.mayPass;
        const waitMs = Math.min(60_000, firstPauseMs * 2 ** attempt);
        const leftMs = Date.parse(state.round.startedAt) + limits.wallMs - ports.now();
        if (isFinal || leftMs < waitMs) {
          const sentence = `${error.message} The branch ${state.branch} was kept. To try publishing it again, send the job a message.`;
          return record({ type: 'ended', outcome: 'failed', code: 'publish-failed', sentence });
        }
        record({ type: 'retried', reason: error.message, waitMs });
        await delay(waitMs, undefined, { signal: current.signal });
      }
    }
  };

  return {
    done: run(),
    state: () => state,
    cancel: () => {
      if (state.ended || state.cancelRequested) return;
      record({ type: 'cancel-requested' });
      current.abort(new Error('canceled'));
    },
    message: (prompt) => record({ type: 'message', prompt }),
    interrupt: () => {
      interrupted = true;
      current.abort(new Error('interrupted'));
    },
  };
}

const TOOLS = describeTools();

type Result = ToolOutcome &
  Readonly<{ wellFormed: boolean; repair?: number; leftProblems?: readonly string[] }>;

type JobSession = Readonly<{ workspace: Workspace; validator: Validator; system: string }>;

/** Returns all prompts and messages. The loop's own reminders are included, but name no hosts. */
function wordsOfPeople({ messages }: JobState): string {
  return messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])).join('\n');
}

async function openJobSession(
  { mirror, overlay, log, policy, access, jobId }: JobPorts,
  state: JobState,
  saidByPerson: () => string,
  fresh: Workspace | undefined,
): Promise<JobSession> {
  const base = objectId(state.base ?? '');
  const isHere = async (): Promise<boolean> =>
    (await mirror.git.attempt('treeOf', [base], { repository: mirror.repository })).status === 0;
  if (!fresh && !(await isHere())) await mirror.refresh(access);
  const workspace = await rebuildWorkspace(jobId, mirror, base, log.events(), overlay, fresh);
  const { configPath } = findSite(workspace.paths(), policy.roots);
  return {
    workspace,
    validator: openValidator(workspace, policy.roots, saidByPerson),
    system: systemPrompt({ roots: policy.roots, configPath }),
  };
}

const MODEL_CODES: Readonly<Partial<Record<ModelErrorKind, StopCode>>> = {
  unreachable: 'model-unreachable',
  overloaded: 'model-unreachable',
  'rate-limited': 'model-unreachable',
  certificate: 'model-unreachable',
  unauthorized: 'model-refused',
  'unknown-model': 'model-refused',
  'tools-unsupported': 'model-refused',
  refused: 'model-refused',
  'first-byte-timeout': 'model-timeout',
  'idle-timeout': 'model-timeout',
  'total-timeout': 'model-timeout',
};

function tooSmall(tokens: number): JobEvent {
  return {
    type: 'stopped',
    code: 'context-too-small',
    sentence: `The task does not fit in the model's context window (${tokens} tokens). Restart the model server with a larger window. To see how, run "offprint agent doctor".`,
  };
}

function outcomeOf(state: JobState): Omit<Extract<JobEvent, { type: 'ended' }>, 'type'> {
  if (state.cancelRequested) return { outcome: 'canceled', code: 'canceled', sentence: 'Canceled.' };
  if (state.stop) {
    const kept = state.published?.fresh ? ' The work so far was saved as a draft.' : '';
    return { outcome: 'failed', code: state.stop.code, sentence: `${state.stop.sentence}${kept}` };
  }
  if (state.published?.fresh)
    return { outcome: 'done', code: null, sentence: state.finish?.title ?? 'Done.' };
  return {
    outcome: 'no-change',
    code: null,
    sentence: `No changes to propose: ${state.finish?.noChangeReason ?? 'the agent undid its changes.'}`,
  };
}
