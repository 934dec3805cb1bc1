// The guard of cm inside pi and oh-my-pi: before a tool that runs a command or writes a file, the guard's own program is asked.
// Written by `cm guard install`, taken away by `cm guard remove`. It denies by `block`; whatever goes wrong in here, the
// call goes on, and a line on standard error says so.
import { spawn } from "node:child_process";

const PYTHON = {python};
const SCRIPT = {script};
const LIMIT = {milliseconds};
const ASKED = new Set(["bash", "powershell", "write", "edit", "ast_edit"]);

const say = (what: string) => {
  try {
    console.error(`cm guard: ${what}; the call went on unguarded`);
  } catch {}
};

const reasonIn = (code: number | null, out: string, err: string): string => {
  try {
    const answer = JSON.parse(out);
    if (answer && typeof answer.deny === "string" && answer.deny) return answer.deny;
  } catch {}
  return code === 2 ? err.trim() || "denied by the guard of cm" : "";
};

// The reason for a denial, or "" when the call may go on.
const ask = (call: unknown): Promise<string> =>
  new Promise((resolve) => {
    let out = "";
    let err = "";
    let timer: any;
    let waiting = true;
    const done = (reason: string) => {
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
      child.on("error", (error: any) => {
        say(`it cannot be started (${error.code || error.message})`);
        done("");
      });
      child.on("close", (code: number | null) => {
        if (!waiting) return;
        if (code !== 0 && code !== 2) say(`it ended with status ${code}`);
        done(reasonIn(code, out, err));
      });
      child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
      child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
      child.stdin.on("error", () => {}); // it has answered before it read everything
      child.stdin.end(JSON.stringify(call));
    } catch (error: any) {
      say(`it cannot be asked (${error.message})`);
      done("");
    }
  });

const sessionOf = (ctx: any): string => {
  try {
    return String(ctx.sessionManager.getSessionId() ?? "");
  } catch {
    return "";
  }
};

export default function (pi: any) {
  pi.on("tool_call", async (event: any, ctx: any) => {
    if (!ASKED.has(String(event?.toolName).toLowerCase())) return;
    const reason = await ask({
      tool: event.toolName,
      input: event.input,
      cwd: ctx?.cwd ?? process.cwd(),
      session: sessionOf(ctx),
      call: event.toolCallId,
    });
    if (reason) return { block: true, reason };
  });
}
