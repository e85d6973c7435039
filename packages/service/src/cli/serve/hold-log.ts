// Holds log lines for people back until the first start has shown its welcome, so that the welcome is not lost among them.

/** A start that waits, for example for its database, must say so. */
const IS_URGENT = /^\{"level":"(?:warn|error|fatal)"/

export type HeldLog = {
  /** Writes a JSON line, or holds it. A warning or an error is written with all held lines. */
  write(line: string): void
  /** Writes the held lines. Later lines are written immediately. */
  release(): void
}

export const holdLog = (write: (line: string) => void): HeldLog => {
  let held: string[] | undefined = []
  const release = () => {
    const lines = held ?? []
    held = undefined
    for (const line of lines) write(line)
  }
  return {
    write(line) {
      if (held === undefined) return write(line)
      held.push(line)
      if (IS_URGENT.test(line)) release()
    },
    release,
  }
}
