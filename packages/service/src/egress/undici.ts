// The parts of undici that fetches are made of, each from its own file: its one entry point also loads `fetch`, WebSocket,
// caches and mocks, four modules for each that is needed here.

import { createRequire } from 'node:module'
import type undici from 'undici'

const require = createRequire(import.meta.url)

export const Agent: typeof undici.Agent = require('undici/lib/dispatcher/agent.js')

export const Client: typeof undici.Client = require('undici/lib/dispatcher/client.js')

export const errors: typeof undici.errors = require('undici/lib/core/errors.js')
