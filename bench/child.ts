// Starts a server in a process of its own, and waits until it prints its URL.

import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { createInterface } from 'node:readline'

export type Child = {
  readonly origin: string
  /** The whole line with the URL. */
  readonly line: string
  readonly pid: number
  /** Resident memory in MB. */
  residentMb(): Promise<number>
  stop(): Promise<void>
}

const LISTENING = /https?:\/\/127\.0\.0\.1:\d+/

/** The folder of this Node, for commands that look it up in PATH. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

/** `file` prints its URL once it listens. `interpreter` runs it; its further elements come before the file. */
export const startChild = async (
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  [command, ...before]: readonly [string, ...string[]] = [process.execPath],
): Promise<Child> => {
  const child = spawn(command, [...before, file, ...args], {
    env: { ...process.env, PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  const { origin, line } = await new Promise<{ origin: string; line: string }>((found, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [origin] = LISTENING.exec(line) ?? []
      if (origin) found({ origin, line })
    })
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code} before it listened`)))
  })
  return {
    origin,
    line,
    pid: child.pid ?? 0,
    async residentMb() {
      const { readFile } = await import('node:fs/promises')
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    async stop() {
      child.kill('SIGINT')
      await exited
    },
  }
}
