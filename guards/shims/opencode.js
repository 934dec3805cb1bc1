// The guard of cm inside OpenCode: before a tool that runs a command or writes a file, the guard's own program is asked.
// Written by `cm guard install`, taken away by `cm guard remove`. It denies by throwing; whatever goes wrong in here, the
// call goes on, and a line on standard error says so.
import { spawn } from "node:child_process";

const PYTHON = {python};
const SCRIPT = {script};
const LIMIT = {milliseconds};
const ASKED = new Set(["bash", "shell", "write", "edit", "multiedit", "patch", "apply_patch"]);

const say = (what) => {
  try {
    console.error(`cm guard: ${what}; the call went on unguarded`);
  } catch {}
};

const reasonIn = (code, out, err) => {
  try {
    const answer = JSON.parse(out);
    if (answer && typeof answer.deny === "string" && answer.deny) return answer.deny;
  } catch {}
  return code === 2 ? err.trim() || "denied by the guard of cm" : "";
};

// The reason for a denial, or "" when the call may go on.
const ask = (call) =>
  new Promise((resolve) => {
    let out = "";
    let err = "";
    let timer;
    let waiting = true;
    const done = (reason) => {
      waiting = false;
      clearTimeout(timer);
      resolve(reason);
    };
    try {
      const child = spawn(PYTHON, ["-I", "-S", "-E", SCRIPT], { stdio: "pipe", windowsHide: true });
      timer = setTimeout(() => {
        const reason = reasonIn(null, out, err);
        if (!reason) say("it gave no answer in time");
        done(reason);
        child.kill("SIGKILL");
      }, LIMIT);
      child.on("error", (error) => {
        say(`it cannot be started (${error.code || error.message})`);
        done("");
      });
      child.on("close", (code) => {
        if (!waiting) return;
        if (code !== 0 && code !== 2) say(`it ended with status ${code}`);
        done(reasonIn(code, out, err));
      });
      child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
      child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
      child.stdin.on("error", () => {}); // it has answered before it read everything
      child.stdin.end(JSON.stringify(call));
    } catch (error) {
      say(`it cannot be asked (${error.message})`);
      done("");
    }
  });

export const CmGuard = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (!ASKED.has(String(input?.tool).toLowerCase())) return;
    const reason = await ask({
      tool: input.tool,
      input: output?.args,
      cwd: directory,
      session: input.sessionID,
      call: input.callID,
    });
    if (reason) throw new Error(reason);
  },
});
