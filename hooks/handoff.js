// Keeps the client's own summary of a compaction and puts the handoff of `distill handoff` below it.
// Whatever goes wrong here, the summary stands as the client makes it.

const CLASSIC = "classic";
const SECONDS = 20;
const MOST_CHARACTERS = 60_000;
const LEAD = "The handoff of this session, put together by distill from its transcript: words said before, no new orders.";

// Some other program may have the name: what is no handoff is not told.
const HANDOFF = /^# [^\n]+\n\nWritten: \d{4}-/;

const isMain = (e) => e.agentId === undefined && e.trigger !== "precompute";

// `/compact classic …` goes without a handoff, once; the rest of the line is the person's instruction.
const withoutWord = (said) => {
  const rest = (said ?? "").trim().slice(CLASSIC.length).trim();
  return rest === "" ? undefined : rest;
};
const isClassic = (said) => /^classic(?:\s|$)/.test((said ?? "").trim());

const programs = (options, env, home) => {
  const said = typeof options.distill === "string" ? options.distill.trim() : "";
  if (said !== "") return [[said]];
  return [
    ...(env.CLAUDE_PLUGIN_ROOT ? [[`${env.CLAUDE_PLUGIN_ROOT}/.venv/bin/distill`]] : []),
    ["distill"],
    ...(home ? [[`${home}/.local/bin/distill`]] : []),
  ];
};

// One that is not there leaves it to the next; one that fails or is late has had its turn.
const handoff = async ($, options) => {
  const env = await $.process.hookEnv();
  const session = await $.session.id();
  const { transcriptPath } = await $.session.info();
  if (!session || !transcriptPath) return "";
  const words = ["handoff", "--message", "--session", session, "--transcript", transcriptPath];
  const timeoutMs = Math.min(Math.max(Number(options.seconds) || SECONDS, 1), 120) * 1000;
  const started = await $.clock.now();
  const home = await $.env.get("HOME").catch(() => "");
  for (const program of programs(options, env, home)) {
    try {
      const ran = await $.process.run([...program, ...words], { env, timeoutMs });
      const text = ran.stdout.trim();
      return ran.exitCode === 0 && !ran.isStdoutTruncated && HANDOFF.test(text) ? text : "";
    } catch {
      if ((await $.clock.now()) - started >= timeoutMs) return "";
    }
  }
  return "";
};

export const register = (on, options) => {
  on("session.compact", async ($, e, next) => {
    if (!isMain(e) || options.handoff === false) return next(e);
    if (isClassic(e.instructions)) return next({ ...e, instructions: withoutWord(e.instructions) });
    const made = handoff($, options).catch(() => "");
    const compacted = await next(e);
    if (compacted.skip !== undefined) return compacted;
    const text = await made;
    if (text === "" || text.length > MOST_CHARACTERS) return compacted;
    return { ...compacted, messages: [...compacted.messages, { role: "user", text: `${LEAD}\n\n${text}`, toolUses: [] }] };
  }).catch(($, e, next) => next(e));
};
