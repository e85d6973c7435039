// A connector over a store in memory and the sandbox's provider, with a browser for each person.

import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { createApps, type OperatorApp } from '@central-api/service/connect/apps.ts'
import { type Connector, createConnector, type NextStep } from '@central-api/service/connect/connector.ts'
import { FLOWS } from '@central-api/service/connect/flows/flows.ts'
import type { GrantedAccounts, SaveAccounts } from '@central-api/service/connect/granted-accounts.ts'
import { createServiceClient } from '@central-api/service/connect/service-client.ts'
import { createStates } from '@central-api/service/connect/tickets/state.ts'
import type { ConnectRequest } from '@central-api/service/connect/tickets/ticket.ts'
import { createTickets, type Tickets } from '@central-api/service/connect/tickets/tickets.ts'
import type { Egress, EgressRequest } from '@central-api/service/egress/egress.ts'
import { ApiError } from '@central-api/service/errors.ts'
import { serveSandbox } from '@central-api/service/platforms/sandbox/site/site.ts'
import type { ConnectAppRecord } from '@central-api/service/storage/connection-records.ts'
import { openStore } from '@central-api/service/storage/open-store.ts'
import { createSandboxEgress } from '@central-api/service/validation/sandbox-egress.ts'

export const BASE = 'https://central.example'
export const SANDBOX = `${BASE}/sandbox`
export const LICENSE = 'lic_1'

export const request = (changes: Partial<ConnectRequest> = {}): ConnectRequest => ({
  ...{ platform: 'sandbox', host: null, returnTo: 'https://shop.example/back?state=own', site: null },
  ...{ account: null, accountId: null },
  ...{ askedBySite: 'shop.example', label: null, include: [], app: null, reconnect: null },
  ...changes,
})

/** Keeps the cookies of one person, by ticket. */
export type Browser = ReturnType<typeof newBrowser>
export const newBrowser = () => {
  const cookies = new Map<string, string>()
  return { cookies, read: (ticketId: string) => cookies.get(ticketId) }
}

type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type ConnectorOptions = {
  /** Everything but the sandbox. */
  readonly fetch?: (request: EgressRequest) => Promise<Answer>
  readonly operator?: Readonly<Record<string, readonly OperatorApp[]>>
  readonly agents?: Readonly<Record<string, string>>
  readonly save?: SaveAccounts
  readonly requireLicense?: (licenseId: string) => Promise<void>
  /** Of the service’s own client, the current one first. */
  readonly clientSecrets?: readonly Buffer[]
  readonly wrapTickets?: (tickets: Tickets) => Tickets
}

export const startConnector = async (context: Pick<TestContext, 'after'>, options: ConnectorOptions = {}) => {
  const store = await openStore('sqlite::memory:')
  context.after(() => store.close())
  const clock = { at: Date.parse('2030-01-15T12:00:00Z') }
  const now = () => clock.at
  const keys = [randomBytes(32)]
  const saved: GrantedAccounts[] = []
  const sent: EgressRequest[] = []
  const faults: { readonly platform: string; readonly code: string; readonly reason: string | undefined }[] = []
  const appRecords = new Map<string, ConnectAppRecord>()

  const outside: Pick<Egress, 'fetch'> = {
    async fetch(asked) {
      if (!options.fetch) throw new ApiError('link_unreachable')
      const { status, body, headers } = await options.fetch(asked)
      const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
      return {
        status,
        url: asked.url,
        headers: { 'content-type': 'application/json', ...headers },
        body: bytes as never,
      }
    },
  }
  const guarded = createSandboxEgress({ egress: outside as Egress, base: `${SANDBOX}/`, now })
  const egress: Pick<Egress, 'fetch'> = {
    fetch(asked) {
      sent.push(asked)
      return guarded.fetch(asked)
    },
  }
  const serviceClient = createServiceClient({
    ...{ baseUrl: BASE, name: 'Central API' },
    secrets: options.clientSecrets ?? [Buffer.alloc(32, 7)],
  })
  const tickets = createTickets({ store: store.connectTickets, keys, now, randomBytes })
  const connector = createConnector({
    baseUrl: BASE,
    flows: FLOWS,
    egress,
    tickets: options.wrapTickets?.(tickets) ?? tickets,
    states: createStates(keys, randomBytes),
    apps: createApps({
      operator: options.operator ?? {},
      agents: options.agents ?? {},
      owners: 'operator',
      ...{ baseUrl: BASE, sandbox: SANDBOX, clientName: 'Central API', now },
      client: serviceClient,
      store: {
        list: async (_licenseId, platform, host) =>
          [...appRecords.values()].filter((each) => each.platform === platform && each.host === host),
        async put(record) {
          if ((appRecords.get(record.id)?.version ?? 0) !== record.version) return false
          appRecords.set(record.id, { ...record, version: record.version + 1 })
          return true
        },
      },
      seal: (_record, secret) => Buffer.from(secret).toString('base64'),
      open: (_record, sealed) => Buffer.from(sealed, 'base64').toString(),
    }),
    save:
      options.save ??
      (async (granted) => {
        saved.push(granted)
        return { connections: granted.accounts.map(({ id }) => `cn_${id}`), leftOut: [] }
      }),
    isConnected: async () => false,
    requireLicense: options.requireLicense ?? (async () => {}),
    ...{ now, randomBytes },
    onFault: (fault) => faults.push(fault),
  })

  /** A new ticket, and what its URL holds. */
  const begin = async (changes: Partial<ConnectRequest> = {}, licenseId = LICENSE) => {
    const { url, ticket } = await connector.request(licenseId, request(changes))
    return { url, ticket, secret: new URL(url).searchParams.get('t') ?? '' }
  }

  /** Opens the start page, as the person does first. */
  const open = async (browser: Browser, platform: string, secret: string) => {
    const view = await connector.view(platform, secret)
    if (view && !browser.cookies.has(view.ticket.id)) browser.cookies.set(view.ticket.id, connector.newCookie())
    return view
  }

  /** Presses the button of the start page; resolves to the URL at the platform. */
  const go = async (browser: Browser, platform: string, secret: string): Promise<URL> => {
    await open(browser, platform, secret)
    const step = await connector.start(platform, secret, browser.read)
    if (step.is !== 'platform') throw new Error(`The start was answered with ${step.is}`)
    return new URL(step.location)
  }

  /** What the sandbox's provider sends the browser back with. */
  const answer = (authorize: URL, choice: string): URLSearchParams => {
    const query = new URLSearchParams(authorize.search)
    query.set('choice', choice)
    const path = `oauth/decide?${query}`
    const { headers } = serveSandbox({ path, headers: {}, host: 'central.example', base: `${SANDBOX}/`, now: now() })
    return new URL(headers.location ?? '').searchParams
  }

  /** The whole way in one browser. */
  const walk = async (choice: string, changes: Partial<ConnectRequest> = {}, browser = newBrowser()) => {
    const { ticket, secret } = await begin(changes)
    const query = answer(await go(browser, 'sandbox', secret), choice)
    const step: NextStep = await connector.finish('sandbox', null, query, browser.read)
    return { step, ticket, query, browser, secret }
  }

  const tokenCalls = () => sent.filter(({ url }) => new URL(url).pathname.endsWith('/token'))
  return {
    connector: connector as Connector,
    store,
    clock,
    saved,
    sent,
    faults,
    appRecords,
    serviceClient,
    begin,
    open,
    go,
    answer,
    walk,
    tokenCalls,
  }
}
