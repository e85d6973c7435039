// Sockets of the egress that all lead to the test's platforms.

import net from 'node:net'
import type { createDirectConnect as original } from '../../../src/egress/direct-connect.ts'

export const createDirectConnect: typeof original = () => async (dial) => {
  const socket = net.connect({ host: '127.0.0.1', port: Number(process.env.PLATFORMS_PORT) })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return Object.defineProperty(socket, 'remoteAddress', { value: dial.address })
}
