// A server of Misskey with one account, whose notes the simulator of the platform has.

import assert from 'node:assert/strict'
import { HOST } from '../../platforms/misskey/simulated-notes.ts'
import { simulateMisskeyServer } from '../providers/misskey.ts'
import type { AskingProvider } from './simulated-owners.ts'

/** A server that people operate reads no client of this machine; one in its own tests does, as this one. */
const readClient = async (url: string) => {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  return { html: await response.text(), link: response.headers.get('link') ?? undefined }
}

export const simulateMisskey = (): AskingProvider => {
  const server = simulateMisskeyServer({ host: HOST, way: 'oauth', readClient })
  return {
    page: `https://${HOST}/oauth/authorize`,
    hosts: [HOST],
    secrets: server.secrets,
    authorize: server.authorize,
    respond: server.respond,
    answers: (_method, { host, pathname }) => host === HOST && server.answers(pathname),
    works: server.works,
    remove: server.revoke,
  }
}
