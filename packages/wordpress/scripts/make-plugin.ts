// Creates a vendor's plugin from the kit: replaces all names, adds the PHP client, the selector and the design of
// the feed, and writes the zip.
//
// node packages/wordpress/scripts/make-plugin.ts --name 'Acme Posts' [--slug acme-posts] [--out dist] …

import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildSync } from 'esbuild'
import { type Identity, identityOf, renameIn } from './identity.ts'
import { writeZip } from './write-zip.ts'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const CLIENT = join(HERE, '../php/central-api-client.php')
const SELECTOR = join(HERE, '../selector/src/post-selector.ts')
const FEED = join(HERE, '../feed')

/** Text files, in which names are replaced. Other files are copied. */
const TEXT = /\.(?:php|js|json|css|txt|pot|html)$/

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort()

/** The client in the plugin's namespace, with a guard against direct access. */
const clientForPlugin = (): string => {
  const source = readFileSync(CLIENT, 'utf8')
  const owned = source
    .replace('namespace CentralApi;\n', "namespace CentralPosts\\Api;\n\ndefined( 'ABSPATH' ) || exit;\n")
    .replaceAll("'central_api_'", "'central_posts_token_'")
  if (!owned.includes('namespace CentralPosts\\Api;') || owned.includes('central_api_')) {
    throw new Error(`${CLIENT} does not have the expected form`)
  }
  return owned
}

/** Writes the plugin's folder and its zip, replacing existing ones. Returns both paths. */
export const makePlugin = (identity: Identity, out: string): { readonly folder: string; readonly zip: string } => {
  const folder = join(out, identity.slug)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  cpSync(join(HERE, 'plugin'), folder, { recursive: true })
  writeFileSync(join(folder, 'includes/api-client.php'), clientForPlugin())
  // Bundled but not minified: the plugin directory requires readable code.
  const built = { bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning', charset: 'utf8' } as const
  buildSync({ ...built, entryPoints: [SELECTOR], outfile: join(folder, 'selector/post-selector.js') })
  for (const name of ['src/view.js', 'src/lightbox.js', 'style.css', 'lightbox.css']) {
    buildSync({ ...built, entryPoints: [join(FEED, name)], outfile: join(folder, 'block', basename(name)) })
  }
  for (const path of filesIn(folder)) {
    if (TEXT.test(path)) writeFileSync(path, renameIn(readFileSync(path, 'utf8'), identity))
    const name = relative(folder, path)
    const renamed = renameIn(name, identity)
    if (renamed !== name) renameSync(path, join(folder, renamed))
  }
  const zip = join(out, `${identity.slug}.zip`)
  writeZip(
    zip,
    filesIn(folder).map((path) => ({ name: `${identity.slug}/${relative(folder, path)}`, data: readFileSync(path) })),
  )
  return { folder, zip }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      name: { type: 'string', default: 'Central Posts' },
      slug: { type: 'string' },
      service: { type: 'string' },
      terms: { type: 'string' },
      privacy: { type: 'string' },
      contributor: { type: 'string' },
      out: { type: 'string', default: join(HERE, 'dist') },
    },
  })
  const { out, ...given } = values
  const { zip } = makePlugin(identityOf(given), out)
  process.stdout.write(`${zip}\n`)
}
