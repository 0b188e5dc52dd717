// A real terminal: a program runs in tmux, keys go in, and the screen is read back.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

export class Terminal {
  private readonly folder = mkdtempSync(`${tmpdir()}/tdbg_terminal_`);

  constructor(command: string[], environment: NodeJS.ProcessEnv) {
    const size = ["-x", "160", "-y", "50"];
    this.tmux(["-f", "/dev/null", "new-session", "-d", ...size, ...command, ";", "set", "remain-on-exit", "on"], environment);
  }

  /** All that was shown, without blanks at the end. */
  text(): string {
    return this.tmux(["capture-pane", "-p", "-J", "-S", "-"]).trimEnd();
  }

  lastLine(): string {
    return this.text().split("\n").at(-1)?.trimEnd() ?? "";
  }

  sendLine(text: string): void {
    this.tmux(["send-keys", "-l", "--", text]);
    this.tmux(["send-keys", "Enter"]);
  }

  close(): void {
    this.tmux(["kill-server"]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private tmux(words: string[], environment = process.env): string {
    const { TMUX: _, ...outside } = environment;
    const env = { ...outside, LANG: "C.UTF-8", TERM: "xterm" };
    return execFileSync("tmux", ["-u", "-S", `${this.folder}/socket`, ...words], { env, encoding: "utf8" });
  }
}
