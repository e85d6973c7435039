// What an integrator's first program does, in whichever runtime: all pages, a preview, the account, an error.
// Gets the address, the key and the site as arguments; prints what it found as one line of JSON.

import process from 'node:process'
import { readPosts } from './use-client.mjs'

const [baseUrl, licenseKey, siteId] = process.argv.slice(2)
process.stdout.write(`${JSON.stringify(await readPosts({ baseUrl, licenseKey, siteId }))}\n`)
