// A typical first program for every runtime: all pages, a preview, the account, an error.
// Arguments: the service URL, the key and the site. Prints one line of JSON.

import process from 'node:process'
import { readPosts } from './use-client.mjs'

const [baseUrl, licenseKey, siteId] = process.argv.slice(2)
process.stdout.write(`${JSON.stringify(await readPosts({ baseUrl, licenseKey, siteId }))}\n`)
