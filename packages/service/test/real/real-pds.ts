// Bluesky's own server on loopback, with one account, and a person who allows at its own pages. Only for `*.real.ts`.

import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import { installPds } from './install-pds.ts'
import { findPort } from './real-nginx.ts'
import { startProgram } from './run-program.ts'

export const PDS_HOST = 'pds.gardeners.net'
const PASSWORD = 'only-for-tests-1'
const PROCESS = fileURLToPath(new URL('pds-process.ts', import.meta.url))
const API = '/@atproto/oauth-provider/~api'

export type RealPds = {
  /** Where both really are. */
  readonly pds: string
  readonly plc: string
  readonly did: string
  readonly handle: string
  /** Signs in and allows. Resolves to what the browser comes back with. */
  allow(authorize: URL): Promise<URLSearchParams>
  /** How many consents the server keeps, in its own database. */
  consents(): number
  close(): Promise<void>
}

type Visit = { readonly headers: Readonly<Record<string, string>>; readonly body?: string }
type Visited = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

/** Not by `fetch`, which names itself in header fields that browsers fill in. */
const visitUrl = (url: string, { headers, body }: Visit): Promise<Visited> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          ...{ status: response.statusCode ?? 0, headers: response.headers },
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject).end(body)
  })

/** Where the server finds the public web, below a path for each host, and the AppView. */
export const startRealPds = async (web: string, appView: string): Promise<RealPds> => {
  const packages = await installPds()
  const folder = await mkdtemp(join(tmpdir(), 'real-pds-'))
  const [plcPort, pdsPort] = [await findPort(), await findPort()]
  const args = [PROCESS, packages, folder, String(plcPort), String(pdsPort), PDS_HOST, web, appView]
  const program = await startProgram(process.execPath, args, /^ready$/m, { timeoutMs: 120_000 })
  const [pds, plc] = [`http://127.0.0.1:${pdsPort}`, `http://127.0.0.1:${plcPort}`]
  const handle = `garden.${PDS_HOST}`

  const created = await fetch(`${pds}/xrpc/com.atproto.server.createAccount`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ handle, email: 'rosa@gardeners.net', password: PASSWORD }),
  })
  const { did } = (await created.json()) as { did: string }

  return {
    ...{ pds, plc, did, handle },
    async allow(authorize) {
      const cookies = new Map<string, string>()
      const visit = async (path: string, { headers, ...sent }: Visit): Promise<Visited> => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const own = { cookie, host: PDS_HOST, 'user-agent': 'A browser' }
        const visited = await visitUrl(pds + path, { ...sent, headers: { ...own, ...headers } })
        for (const line of visited.headers['set-cookie'] ?? []) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          cookies.set(name, value)
        }
        return visited
      }
      const page = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      const shown = await visit(authorize.pathname + authorize.search, { headers: page })
      if (shown.status !== 200) throw new Error(`The page was answered with ${shown.status}: ${shown.text}`)
      const post = async (name: string, body: object, more: Record<string, string> = {}) => {
        const { status, text } = await visit(API + name, {
          body: JSON.stringify(body),
          headers: {
            ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'same-origin' },
            ...{
              origin: `https://${PDS_HOST}`,
              referer: authorize.href,
              'x-csrf-token': cookies.get('csrf-token') ?? '',
            },
            ...more,
          },
        })
        if (status !== 200) throw new Error(`${name} was answered with ${status}: ${text}`)
        return JSON.parse(text) as { url?: string; ephemeralToken?: string }
      }
      const { ephemeralToken } = await post('/sign-in', { locale: 'en', username: handle, password: PASSWORD })
      const { url = '' } = await post('/consent', { did }, { authorization: `Bearer ${ephemeralToken}` })
      const { searchParams } = new URL(url)
      return new URLSearchParams([...searchParams].filter(([name]) => ['code', 'iss', 'state', 'error'].includes(name)))
    },
    consents() {
      const database = new Sqlite(join(folder, 'account.sqlite'), { readonly: true })
      try {
        return database.prepare('select count(*) from token').pluck().get() as number
      } finally {
        database.close()
      }
    },
    async close() {
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
