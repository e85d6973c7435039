// A process with Bluesky's own server and its directory of accounts. Arguments: the folder of their packages, a folder
// for data, the ports of both, the host name that the server thinks it has, where names of the public web lead to, and
// the AppView.

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [packages = '', data = '', plcPort = '', pdsPort = '', hostname = '', web = '', appView = ''] =
  process.argv.slice(2)
const load = (name: string) => import(pathToFileURL(join(packages, name)).href)

/** The server reads the documents of clients from the public web, which is the test here. */
const realFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const request = new Request(input as Request, init)
  const { hostname: host, pathname, search } = new URL(request.url)
  if (host === 'localhost' || host === '127.0.0.1') return realFetch(request)
  const response = await realFetch(`${web}/${host}${pathname}${search}`, { headers: { accept: 'application/json' } })
  // Its own fetch compares the URL with what it asked for.
  Object.defineProperty(response, 'url', { value: request.url })
  return response
}

type Server = { start(): Promise<unknown> }
const { PlcServer, Database } = (await load('@did-plc/server/dist/index.js')) as {
  PlcServer: { create(options: object): Server }
  Database: { mock(): unknown }
}
const { PDS } = (await load('@atproto/pds/dist/index.js')) as { PDS: { fromEnv(env: object): Promise<Server> } }

await PlcServer.create({ db: Database.mock(), port: Number(plcPort) }).start()
const pds = await PDS.fromEnv({
  ...{ devMode: true, port: Number(pdsPort), hostname, serviceHandleDomains: [`.${hostname}`], inviteRequired: false },
  ...{ dataDirectory: data, blobstoreDiskLocation: join(data, 'blobs'), didPlcUrl: `http://localhost:${plcPort}` },
  ...{ adminPassword: 'admin', jwtSecret: randomBytes(16).toString('hex'), disableSsrfProtection: true },
  plcRotationKeyK256PrivateKeyHex: `01${randomBytes(31).toString('hex')}`,
  ...{ bskyAppViewUrl: appView, bskyAppViewDid: 'did:web:api.bsky.app' },
})
await pds.start()
process.stdout.write('ready\n')
