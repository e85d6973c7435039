// The service as `central-api serve` runs it, with two differences: every host name resolves to one upstream on this
// machine (`UPSTREAM`), and no limit of requests per host ends a measurement. All hosts are untrusted ones.

import { readConfig } from '../../packages/service/src/config/read-config.ts'
import { createDirectConnect } from '../../packages/service/src/egress/direct-connect.ts'
import { createLog } from '../../packages/service/src/observability/create-log.ts'
import { createService } from '../../packages/service/src/service.ts'

/** A public IP address; nothing is ever sent there. */
const ADDRESS = '93.184.215.14'
const PLENTY = 1_000_000
const { port, protocol } = new URL(process.env.UPSTREAM ?? '')
const connect = createDirectConnect()

const log = createLog('warn', process.stderr, false)
const service = await createService({
  config: readConfig(process.env),
  log,
  network: {
    resolver: async () => [ADDRESS],
    async connect(dial) {
      const serverName = protocol === 'https:' ? dial.serverName : undefined
      const socket = await connect({ ...dial, address: '127.0.0.1', port: Number(port), serverName })
      return Object.defineProperty(socket, 'remoteAddress', { value: dial.address })
    },
    limits: { hostPerMinute: PLENTY, licensePerMinute: PLENTY },
  },
})
process.stdout.write(`${await service.start()}\n`)
process.on('SIGINT', async () => {
  await service.stop()
  process.exit(0)
})
