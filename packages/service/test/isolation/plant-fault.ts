// Loaded before a test: replaces a text in one source file of the service, as the variable FAULT says in JSON.

import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'

const { file, from, to } = JSON.parse(process.env.FAULT ?? '{}') as Record<string, string>
assert.ok(file && from && to !== undefined)

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith(`/service/src/${file}`)) return loaded
    const source = String(loaded.source)
    const planted = source.replaceAll(from, to)
    assert.notEqual(planted, source, `${file} no longer contains ${from}`)
    process.stdout.write('planted\n')
    return { ...loaded, source: planted }
  },
})
