// The guard of cm inside Amp: before a tool that runs a command or writes a file, the guard's own program is asked.
// Written by `cm guard install`, taken away by `cm guard remove`. It denies by `reject-and-continue`; whatever goes wrong in
// here, the call goes on, and a line on standard error says so.
import { spawn } from "node:child_process";

const PYTHON = {python};
const SCRIPT = {script};
const LIMIT = {milliseconds};
const ASKED = new Set(["create_file", "edit_file", "apply_patch", "undo_edit", "write", "edit"]);

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

const commandOf = (amp: any, event: any): any => {
  try {
    return amp.helpers.shellCommandFromToolCall(event);
  } catch {
    return null;
  }
};

export default function (amp: any) {
  amp.on("tool.call", async (event: any) => {
    const shell = commandOf(amp, event);
    const own = /^(bash|shell_command)$/i.test(String(event?.tool));
    if (!shell && !own && !ASKED.has(String(event?.tool).toLowerCase())) return { action: "allow" };
    const reason = await ask({
      tool: shell ? "Bash" : event.tool,
      input: shell ? { command: shell.command, dir: shell.dir } : event.input,
      cwd: process.cwd(),
      session: event.thread?.id ?? process.env.AMP_THREAD_ID ?? "",
      call: event.toolUseID ?? event.id ?? "",
    });
    return reason ? { action: "reject-and-continue", message: reason } : { action: "allow" };
  });
}
