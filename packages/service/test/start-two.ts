// Two complete listening services on one SQLite file, like two processes.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type StartOptions, startService } from '@central-api/testing/start-service.ts'

export const startTwo = async (context: TestContext, options: StartOptions = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'central-'))
  const environment = { ...options.environment, DATABASE_URL: `sqlite:${join(folder, 'central.db')}` }
  const start = () => startService(context, { ...options, environment, listens: true })
  const both = [start(), start()] as const
  // If one fails, the other one is awaited, too, so that the end of the test stops it.
  await Promise.allSettled(both)
  const [here, there] = await Promise.all(both)
  // After both services, which stop first.
  context.after(() => rm(folder, { recursive: true, force: true }))
  return { here, there }
}
