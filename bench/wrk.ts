// Runs wrk (https://github.com/wg/wrk) against a server on loopback and reads its figures.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Load = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Of a POST; without it the request is a GET. */
  readonly body?: string
  readonly seconds: number
  readonly connections: number
}

export type Figures = {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses other than 2xx, and socket errors. */
  readonly errors: number
}

/** Rejects with instructions if wrk is not installed. */
export const runWrk = async ({ url, headers, body, seconds, connections }: Load): Promise<Figures> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  try {
    const script = join(folder, 'load.lua')
    await writeFile(script, luaScript(headers, body))
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, url]
    const { stdout } = await run('wrk', options)
    return JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Figures
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error('wrk is not installed; on Debian: apt-get install wrk', { cause: error })
    }
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}

const luaScript = (headers: Readonly<Record<string, string>>, body: string | undefined) => `
${body === undefined ? '' : `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}`}
${Object.entries(headers)
  .map(([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join('\n')}
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requestsPerSecond":%.1f,"p50Ms":%.3f,"p99Ms":%.3f,"errors":%d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`
