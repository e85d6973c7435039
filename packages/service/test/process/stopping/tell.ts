// Tells the test what happened in a replica.

import { request } from 'node:http'

export const tell = (path: string): void => {
  request({ host: '127.0.0.1', port: Number(process.env.PLATFORMS_PORT), path, agent: false }, (response) =>
    response.resume(),
  )
    .on('error', () => {})
    .end()
}
