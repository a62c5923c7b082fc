// A plug-in of OpenCode: copy it into .opencode/plugin/, or name its path in `plugin` of opencode.json.
// It hands two events to `distill-hook --agent opencode`; whatever fails, the session goes on.
import { spawn } from "node:child_process"

const COMMAND = process.env.DISTILL_HOOK || "distill-hook"
const MOST_MS = 5000

const ask = (name, session, cwd) =>
  new Promise((resolve) => {
    let said = ""
    try {
      const child = spawn(COMMAND, ["--agent", "opencode"], { cwd, stdio: ["pipe", "pipe", "ignore"] })
      const timer = setTimeout(() => child.kill(), MOST_MS)
      const done = () => (clearTimeout(timer), resolve(said))
      child.on("error", done)
      child.on("close", done)
      child.stdin.on("error", () => {})
      child.stdout.on("data", (data) => (said += data))
      child.stdin.end(JSON.stringify({ hook_event_name: name, session_id: session, cwd }))
    } catch {
      resolve("")
    }
  })

export const Distill = async ({ directory }) => ({
  event: async ({ event }) => {
    if (event.type === "session.compacted") await ask(event.type, event.properties.sessionID, directory)
  },
  "experimental.session.compacting": async (input, output) => {
    const said = await ask("experimental.session.compacting", input.sessionID, directory)
    if (said) output.context.push(said)
  },
})
