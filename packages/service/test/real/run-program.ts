// Programs that a test starts and ends. Ends only its own processes, by process group.

import { type ChildProcess, spawn } from 'node:child_process'

export type RunningProgram = { readonly pid: number; stop(): Promise<void> }

type Options = { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string; readonly timeoutMs?: number }

/** Starts a program and resolves when its output matches `ready`; rejects with the end of its output if it exits before. */
export const startProgram = (
  command: string,
  args: readonly string[],
  ready: RegExp,
  options: Options = {},
): Promise<RunningProgram> => {
  const { env = process.env, cwd, timeoutMs = 60_000 } = options
  // A separate process group, so that its child processes end with it.
  const child = spawn(command, args, {
    env,
    ...(cwd !== undefined && { cwd }),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    signal(child)
    return ended
  }
  process.once('exit', () => signal(child))
  return new Promise((resolve, reject) => {
    let words = ''
    const timer = setTimeout(() => {
      signal(child)
      reject(new Error(`${command} was not ready in time:\n${words}`))
    }, timeoutMs)
    const read = (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-8_192)
      if (!ready.test(words)) return
      clearTimeout(timer)
      resolve({ pid: child.pid ?? 0, stop })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (status) => {
      clearTimeout(timer)
      reject(new Error(`${command} ended with ${status}:\n${words}`))
    })
  })
}

const signal = ({ pid, exitCode }: ChildProcess) => {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // It has ended meanwhile.
  }
}

/** Runs a program to its end and returns its output; rejects with the end of its output if it fails. */
export const runProgram = (
  command: string,
  args: readonly string[],
  { env = process.env, cwd, input = '' }: Omit<Options, 'timeoutMs'> & { readonly input?: string } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, ...(cwd !== undefined && { cwd }), stdio: ['pipe', 'pipe', 'pipe'] })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => errors.push(chunk))
    child.once('error', reject)
    child.once('close', (status) => {
      const written = Buffer.concat(out).toString()
      if (status === 0) resolve(written)
      else reject(new Error(`${command} ${args[0]} ended with ${status}:\n${written}${Buffer.concat(errors)}`))
    })
    // A program that ends without reading reports the reason elsewhere.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
