// Many clients of a fleet: each has one connection with one request in flight, and switches to another replica if its own is
// gone. Counts responses and broken requests. A request that may have arrived is never repeated.

import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type SwarmOptions = {
  readonly clients: number
  /** The total number of requests. */
  readonly requests: number
  /** The replicas that are available now. */
  readonly origins: () => readonly string[]
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const HEAD_END = '\r\n\r\n'
const TURN_AWAY_MS = 10

export const startSwarm = ({ clients, requests, origins, path, headers, body }: SwarmOptions) => {
  const statuses = new Map<number, number>()
  let [requested, answered, cut] = [0, 0, 0]
  const text = JSON.stringify(body)
  const fields = Object.entries({ ...headers, 'content-type': 'application/json', 'content-length': text.length })
  const message = `POST ${path} HTTP/1.1\r\nhost: x\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`

  const count = (status: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    answered += 1
  }

  /** Sends requests on one connection until it closes or no request is left. */
  const requestOn = (origin: string) =>
    new Promise<void>((resolve) => {
      const { hostname, port } = new URL(origin)
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let isWaiting = false
      let received = ''
      const send = () => {
        if (requested >= requests) return void socket.destroy()
        requested += 1
        isWaiting = true
        socket.write(message)
      }
      socket.setEncoding('latin1')
      socket.once('connect', send)
      socket.on('data', (chunk) => {
        received += chunk
        const status = statusOf(received)
        if (status === undefined) return
        received = ''
        isWaiting = false
        count(status)
        send()
      })
      socket.on('error', () => {})
      socket.once('close', () => {
        if (isWaiting) cut += 1
        resolve()
      })
    })

  const runClient = async (client: number) => {
    for (let turn = client; requested < requests; turn += 1) {
      const all = origins()
      await requestOn(all[turn % all.length] ?? 'http://127.0.0.1:1')
      if (requested < requests) await sleep(TURN_AWAY_MS)
    }
  }

  const done = Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)))
  return {
    statuses,
    answered: () => answered,
    /** Requests in flight when their connection closed. */
    cut: () => cut,
    isOver: () => answered + cut >= requests,
    done,
  }
}

/** The status of a complete response. */
const statusOf = (received: string): number | undefined => {
  const end = received.indexOf(HEAD_END)
  if (end < 0) return undefined
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end)) ?? []
  if (length === undefined) throw new Error('An answer without its length')
  const isWhole = received.length >= end + HEAD_END.length + Number(length)
  return isWhole ? Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)) : undefined
}
