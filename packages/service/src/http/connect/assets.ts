// The stylesheets of the pages of a consent. The shared ones are registered with those of the other pages.

import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sendStaticFile, toStaticFile } from '../assets/static-file.ts'
import { type Brand, brandStyle } from './brand.ts'

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

export const registerConnectAssets = (scope: FastifyInstance, brand: Brand): void => {
  const files = [
    toStaticFile('connect.css', '.css', readFileSync(new URL('style/connect.css', import.meta.url))),
    toStaticFile('brand.css', '.css', Buffer.from(brandStyle(brand))),
  ]
  for (const file of files)
    scope.get(`/assets/${file.path}`, async (request, reply) => sendStaticFile(file, HEADERS, request, reply))
}
