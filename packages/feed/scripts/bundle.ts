// The files for pages without a bundler: the element, the lightbox that it imports when a visitor opens it, and one stylesheet.

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type PluginBuild } from 'esbuild'

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url))

const FORMAT = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
  charset: 'utf8',
} as const

const keepLightbox = ({ onResolve }: PluginBuild): void =>
  onResolve({ filter: /styled-lightbox/ }, ({ kind }) =>
    kind === 'dynamic-import' ? { path: './central-posts-lightbox.js', external: true } : undefined,
  )

/** esbuild keeps the spaces in custom properties and around `*` and `/`. */
const shorten = (css: string): string =>
  css
    .replace(/(--[\w-]+): /g, '$1:')
    .replaceAll(', ', ',')
    .replace(/ ([*/]) /g, '$1')

/** Writes `central-posts.js`, `central-posts-lightbox.js` and `central-posts.css`, minified. */
export const bundle = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  await build({
    ...FORMAT,
    entryPoints: [path('src/bundle.ts')],
    // The bundle imports the lightbox from the file beside it.
    plugins: [{ name: 'lightbox', setup: keepLightbox }],
    outfile: `${folder}/central-posts.js`,
  })
  await build({
    ...FORMAT,
    entryPoints: [path('src/element/styled-lightbox.js')],
    outfile: `${folder}/central-posts-lightbox.js`,
  })
  const style = await build({ ...FORMAT, entryPoints: [path('element.css')], outdir: folder, write: false })
  writeFileSync(`${folder}/central-posts.css`, shorten(style.outputFiles[0]?.text ?? ''))
}

if (import.meta.main) await bundle(path('dist'))
