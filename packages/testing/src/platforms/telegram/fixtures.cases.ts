// The page of a channel, and the fields that are in no post.

import { avatarOf, mapChannel } from '@central-api/service/platforms/telegram/map-channel.ts'
import { mapMessage } from '@central-api/service/platforms/telegram/map-message.ts'
import { readPageTree } from '@central-api/service/platforms/telegram/page-tree.ts'
import { platformFixtures } from '../suite/platform-fixture.ts'
import { INSTEAD, LOOKS, NO_PLACE, PAGING } from '../suite/reasons-fixture.ts'

export const fixtures = platformFixtures(
  import.meta.url,
  'telegram',
  [
    {
      files: ['channel.html'],
      map(text) {
        const page = readPageTree(String(text))
        return {
          profile: mapChannel(page, 'fernnews'),
          posts: page.findAll('.tgme_widget_message').map((message) => mapMessage(message, avatarOf(page))),
        }
      },
    },
  ],
  {
    [PAGING]: ['html/head/link@*', 'a.tme_messages_more@*'],
    [INSTEAD]: [
      'html/head/title',
      'html/head/meta@*',
      'div.tgme_channel_info_header_username/*',
      'a.tgme_widget_message_date@href',
      'time.time',
      'a.tgme_widget_message_owner_name@href',
      'a.tgme_widget_message_photo_wrap@href',
      'a.tgme_widget_message_poll_options@href',
      'i.verified-icon',
    ],
    [NO_PLACE]: ['div.link_preview_site_name', 'div.tgme_widget_message_document_extra'],
    [LOOKS]: [
      'div.message_media_not_supported_label',
      '*@dir',
      '*@style',
      'i.tgme_page_photo_image@data-content',
      'span.tgme_widget_service_strong_text',
      'span.copyonly',
      'span.tgme_widget_message_meta',
      'div.tgme_widget_message_forwarded_from',
      'div.tgme_widget_message_text/a@*',
    ],
    'An aspect ratio without a size.': ['*@data-ratio'],
    'Rounded to whole percent, so votes cannot be derived from it.': ['div.tgme_widget_message_poll_option_percent'],
  },
)
