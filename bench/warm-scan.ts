// Requests per second of a warm scan against the bare servers, in rounds that take turns, so that what the machine does
// besides falls on all of them alike.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { startService } from './service.ts'
import { type Figures, runWrk } from './wrk.ts'

const BODY = { platform: 'sandbox', handle: 'demo' }
const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url).pathname

export type WarmScan = { readonly bytes: number; readonly rounds: Readonly<Record<Contender, readonly Figures[]>> }
type Contender = 'service' | 'bare Fastify' | 'bare node:http'

export const measureWarmScan = async ({
  rounds,
  seconds,
  connections,
}: {
  rounds: number
  seconds: number
  connections: number
}): Promise<WarmScan> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  const service = await startService()
  const answer = Buffer.from(await (await service.scan(BODY)).arrayBuffer())
  const file = join(folder, 'answer.json')
  await writeFile(file, answer)
  const contenders = {
    service,
    'bare Fastify': await startChild(at('bare-fastify'), [file]),
    'bare node:http': await startChild(at('bare-http'), [file]),
  }
  const figures: Record<Contender, Figures[]> = { service: [], 'bare Fastify': [], 'bare node:http': [] }
  try {
    // The first round warms the compilers up and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, { origin }] of Object.entries(contenders)) {
        const figure = await runWrk({
          url: `${origin}/api/v1/scan-profile`,
          headers: { 'content-type': 'application/json', authorization: service.authorization },
          body: JSON.stringify(BODY),
          seconds: round === 0 ? 2 : seconds,
          connections,
        })
        if (figure.errors > 0) throw new Error(`${name}: ${figure.errors} answers were errors`)
        if (round > 0) figures[name as Contender].push(figure)
      }
    }
  } finally {
    for (const { stop } of Object.values(contenders)) await stop()
    await rm(folder, { recursive: true })
  }
  return { bytes: answer.length, rounds: figures }
}
