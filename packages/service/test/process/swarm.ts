// Many clients of a fleet: each keeps a connection, has one request under way, and goes to another replica when its own is
// gone. Counts what was answered and what was cut off; a request that may have arrived is never sent again.

import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type SwarmOptions = {
  readonly clients: number
  /** All of them together. */
  readonly requests: number
  /** Who can be asked right now. */
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

  /** Asks on one connection until it is gone, or nothing is left to ask. */
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
    /** Requests that were under way when their connection went. */
    cut: () => cut,
    isOver: () => answered + cut >= requests,
    done,
  }
}

/** The status of an answer that is there in full. */
const statusOf = (received: string): number | undefined => {
  const end = received.indexOf(HEAD_END)
  if (end < 0) return undefined
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end)) ?? []
  if (length === undefined) throw new Error('An answer without its length')
  const isWhole = received.length >= end + HEAD_END.length + Number(length)
  return isWhole ? Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)) : undefined
}
