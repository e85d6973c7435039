// Checks whether images can be rendered and kept, if the service serves them (`MEDIA=proxy`).

import type { Config } from '../../config/read-config.ts'
import { mediaFolder } from '../../media/media-folder.ts'
import { createRenderProcess, type RenderProcessOptions } from '../../media/rendering/render-process.ts'
import { type Finding, note, ok } from './finding.ts'

/** None if the service serves no images. */
export const checkImages = async (
  config: Pick<Config, 'media' | 'mediaDir' | 'mediaWidths' | 'databaseUrl'>,
  options: Pick<RenderProcessOptions, 'nodeArgs'> = {},
): Promise<readonly Finding[]> => {
  if (config.media === 'off') return []
  return [await checkRendering(config.mediaWidths, options), checkFolder(config)]
}

const checkRendering = async (widths: readonly number[], options: RenderProcessOptions): Promise<Finding> => {
  const process = createRenderProcess(options)
  try {
    const started = await process.start()
    if ('versions' in started)
      return ok('image sizes', `${started.versions} renders images in widths of ${widths.join(', ')}`)
    return note(
      'image sizes',
      `Images are served only in their original size: sharp cannot be loaded. ${firstLine(started.missing)}`,
      'Install the optional packages: npm ci, without --omit=optional. See docs/guides/media.md.',
    )
  } finally {
    await process.close()
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

const checkFolder = (config: Pick<Config, 'mediaDir' | 'databaseUrl'>): Finding => {
  const folder = mediaFolder(config)
  return folder === undefined
    ? note('MEDIA_DIR', 'is not set: each image is fetched and rendered again for every request', 'Set it to a folder.')
    : ok('image copies', folder)
}
