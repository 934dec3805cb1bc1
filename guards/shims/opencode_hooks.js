// The hooks of cm inside OpenCode: what fits is asked of `cm hook` at the start of a session and at each prompt, and a session that
// comes to rest is told. Written by `cm setup`, taken away by `cm setup --remove`. Whatever goes wrong in here, OpenCode goes on.
import { spawn } from "node:child_process";

const ARGV = {argv};
const LIMIT = {milliseconds};

// What `cm` has to say at a moment, or "".
const ask = (moment, heard, wait = true) =>
  new Promise((resolve) => {
    let out = "";
    let timer;
    const done = (text) => {
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
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(heard));
      if (!wait) {
        child.unref();
        return done("");
      }
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
      child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    } catch {
      done("");
    }
  });

export const CmHooks = async ({ directory, client }) => {
  const told = new Map(); // session -> what the start said, as a promise; it goes into every request
  const begins = new Map(); // session -> the parent's id, "" for a session of the user's own
  const heardOf = (session, more) => ({ session, cwd: directory, ...more });
  const parentOf = async (session) => {
    if (!begins.has(session)) {
      let parent = "";
      try {
        parent = (await client.session.get({ path: { id: session } }))?.data?.parentID ?? "";
      } catch {}
      begins.set(session, parent);
    }
    return begins.get(session);
  };
  return {
    event: async ({ event }) => {
      const session = event?.properties?.sessionID ?? event?.properties?.info?.id ?? "";
      if (event?.type === "session.created") begins.set(session, event.properties?.info?.parentID ?? "");
      if (event?.type === "session.compacted") void ask("compact", heardOf(session, { event: event.type }), false);
      if (event?.type === "session.idle" && !(await parentOf(session)))
        void ask("end", heardOf(session, { event: event.type }), false);
    },
    "chat.message": async (input, output) => {
      const session = input?.sessionID ?? "";
      const prompt = (output?.parts ?? [])
        .filter((part) => part.type === "text" && !part.synthetic)
        .map((part) => part.text)
        .join("\n");
      const context = await ask("prompt", heardOf(session, { prompt, agent: await parentOf(session) }));
      if (context)
        output.parts.push({
          id: "prt_" + Date.now().toString(16) + "cmhooks" + Math.random().toString(36).slice(2, 10),
          sessionID: session,
          messageID: output.message.id,
          type: "text",
          text: context,
          synthetic: true,
        });
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input?.sessionID ?? "";
      if (!session) return; // a title or a summary is asked for
      if (!told.has(session)) {
        const agent = await parentOf(session);
        told.set(session, agent ? Promise.resolve("") : ask("start", heardOf(session, { source: "resume" })));
      }
      const context = await told.get(session);
      if (context) output.system.push(context);
    },
  };
};
