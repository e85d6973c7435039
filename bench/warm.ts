// A warm answer under load: the service against bare servers that answer the same bytes, in rounds that take turns, so
// that what the machine does besides falls on all of them alike.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { type Figures, runWrk } from './wrk.ts'

export type Rounds = { readonly rounds: number; readonly seconds: number; readonly connections: number }
export type Question = { readonly path: string; readonly body: unknown }
export type Contest = { readonly bytes: number; readonly figures: Readonly<Record<string, readonly Figures[]>> }
export type Contender = { readonly origin: string; readonly authorization?: string }

const WARM_UP_SECONDS = 2
const at = (name: string) => new URL(`./servers/${name}.ts`, import.meta.url).pathname

/** Loads each contender in turn; the first round warms the compilers up and is not counted. */
export const compete = async (
  contenders: Readonly<Record<string, Contender>>,
  { path, body }: Question,
  { rounds, seconds, connections }: Rounds,
) => {
  const figures: Record<string, Figures[]> = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { origin, authorization = 'Bearer none' }] of Object.entries(contenders)) {
      const figure = await runWrk({
        url: `${origin}/api/v1${path}`,
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(body),
        seconds: round === 0 ? WARM_UP_SECONDS : seconds,
        connections,
      })
      if (figure.errors > 0) throw new Error(`${name}: ${figure.errors} answers were errors`)
      if (round > 0) figures[name]?.push(figure)
    }
  }
  return figures
}

/** The service against a bare Fastify route and a bare node:http server. */
export const measureAgainstBare = async (
  service: Contender & { ask(path: string, body: unknown): Promise<Response> },
  question: Question,
  rounds: Rounds,
): Promise<Contest> => {
  const folder = await mkdtemp(join(tmpdir(), 'central-bench-'))
  const answer = await service.ask(question.path, question.body)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`There is nothing to measure: ${bytes}`)
  const file = join(folder, 'answer.json')
  await writeFile(file, bytes)
  const bare: Child[] = []
  try {
    for (const name of ['bare-fastify', 'bare-http']) bare.push(await startChild(at(name), [file, question.path]))
    const [fastify, http] = bare
    if (!fastify || !http) throw new RangeError('Two bare servers were started')
    const figures = await compete({ service, 'bare Fastify': fastify, 'bare node:http': http }, question, rounds)
    return { bytes: bytes.length, figures }
  } finally {
    for (const { stop } of bare) await stop()
    await rm(folder, { recursive: true })
  }
}
