// The hooks of cm inside pi and oh-my-pi: what fits is asked of `cm hook` at the start of a session and at each prompt, and the end of a
// session is told. Written by `cm setup`, taken away by `cm setup --remove`. Whatever goes wrong in here, pi goes on.
import { spawn } from "node:child_process";

const ARGV: string[] = {argv};
const LIMIT = {milliseconds};

// What `cm` has to say at a moment, or "".
const ask = (moment: string, heard: unknown, wait = true): Promise<string> =>
  new Promise((resolve) => {
    let out = "";
    let timer: any;
    const done = (text: string) => {
      clearTimeout(timer);
      resolve(text);
    };
    try {
      const child = spawn(ARGV[0], [...ARGV.slice(1), moment], {
        stdio: ["pipe", wait ? "pipe" : "ignore", "ignore"],
        windowsHide: true,
        detached: !wait,
      });
      child.on("error", () => done(""));
      child.stdin!.on("error", () => {});
      child.stdin!.end(JSON.stringify(heard), () => {
        if (!wait) {
          child.unref();
          done("");
        }
      });
      if (!wait) return;
      timer = setTimeout(() => {
        done("");
        child.kill("SIGKILL");
      }, LIMIT);
      child.on("close", () => {
        try {
          const context = JSON.parse(out).context;
          done(typeof context === "string" ? context : "");
        } catch {
          done("");
        }
      });
      child.stdout!.setEncoding("utf8").on("data", (text: string) => (out += text));
    } catch {
      done("");
    }
  });

const heardOf = (ctx: any, more: Record<string, unknown>) => {
  const heard: Record<string, unknown> = { cwd: ctx?.cwd ?? process.cwd(), session: "", transcript: "", ...more };
  try {
    heard.session = String(ctx.sessionManager.getSessionId() ?? "");
    heard.transcript = String(ctx.sessionManager.getSessionFile() ?? "");
  } catch {}
  return heard;
};

export default function (pi: any) {
  let source = ""; // why the session began, until its first prompt
  pi.on("session_start", async (event: any) => {
    source = String(event?.reason ?? "startup");
  });
  pi.on("session_compact", async (_event: any, ctx: any) => {
    source = "compact";
    await ask("compact", heardOf(ctx, { event: "session_compact" }));
  });
  pi.on("before_agent_start", async (event: any, ctx: any) => {
    const parts = [];
    if (source) parts.push(await ask("start", heardOf(ctx, { source })));
    source = "";
    parts.push(await ask("prompt", heardOf(ctx, { prompt: String(event?.prompt ?? "") })));
    const content = parts.filter(Boolean).join("\n\n");
    if (content) return { message: { customType: "cm", content, display: false } };
  });
  pi.on("session_shutdown", async (event: any, ctx: any) => {
    await ask("end", heardOf(ctx, { event: "session_shutdown", reason: event?.reason }), false);
  });
}
