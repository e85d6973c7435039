// Telegram's public pages, built from messages that consist of an id and a kind. Only tests and benchmarks use it.

export type SimulatedMessage = { readonly id: number; readonly kind: (typeof KINDS)[number] }

/** The kinds of messages, in rotation. */
export const KINDS = [
  ...(['text', 'photo', 'service', 'album', 'poll', 'film', 'forward', 'reply', 'preview', 'voice', 'file'] as const),
  ...(['music', 'sticker', 'loop', 'heavy', 'place'] as const),
] as const

const CDN = 'https://cdn4.telesco.pe/file'

/** The number of ids that a message takes: an album takes one for each part. */
export const widthOf = ({ kind }: SimulatedMessage): number => (kind === 'album' ? 3 : 1)

const dateOf = (id: number): string =>
  new Date(Date.UTC(2026, 0, 1) + id * 600_000).toISOString().replace('.000Z', '+00:00')

const photo = (name: string, url: string, more = '') =>
  `<a class="tgme_widget_message_photo_wrap 548 js-message_photo ${more}" href="${url}" style="width:800px;background-image:url('${CDN}/${name}.jpg')" data-ratio="0.75"><div class="tgme_widget_message_photo" style="width:75%;padding-top:133.3%"></div></a>`

const video = (name: string, url: string, { more = '', isLoop = false } = {}) =>
  `<a class="tgme_widget_message_video_player ${more} js-message_video_player" href="${url}"><i class="tgme_widget_message_video_thumb" style="background-image:url('${CDN}/${name}.jpg')"></i><div class="tgme_widget_message_video_wrap" style="width:1280px;padding-top:56%"><video src="${CDN}/${name}.mp4?token=abc" class="tgme_widget_message_video js-message_video"></video></div>${isLoop ? '' : '<div class="message_video_play js-message_video_play"></div><time class="message_video_duration js-message_video_duration">1:02</time>'}</a>`

const text = (html: string) => `<div class="tgme_widget_message_text js-message_text" dir="auto">${html}</div>`

const POLL = `<div class="tgme_widget_message_poll js-poll"><div class="tgme_widget_message_poll_question">Which pot?</div><div class="tgme_widget_message_poll_type">Anonymous Poll</div><a class="tgme_widget_message_poll_options" href="#">${['clay', 'stone &amp; sand'].map((option) => `<div class="tgme_widget_message_poll_option"><div class="tgme_widget_message_poll_option_percent">50%</div><div class="tgme_widget_message_poll_option_value"><div class="tgme_widget_message_poll_option_text">${option}</div></div></div>`).join('')}</a></div>`

const bodyOf = ({ id, kind }: SimulatedMessage, channel: string): string => {
  const url = `https://t.me/${channel}/${id}`
  const bodies: Readonly<Record<SimulatedMessage['kind'], () => string>> = {
    text: () =>
      text(
        `Message ${id} <i class="emoji" style="background-image:url('//telegram.org/img/emoji/40/F09F8CBF.png')"><b>🌿</b></i><br/><a href="?q=%23ferns">#ferns</a> <a href="https://example.org/?a=1&amp;amp;b=2" target="_blank" rel="noopener" onclick="return confirm('Open this link?\\n\\n'+this.href);">more</a>`,
      ),
    service: () => text(`${channel} pinned «<span class="tgme_widget_service_strong_text" dir="auto">Hello</span>»`),
    photo: () => photo(`p${id}`, url) + text(`A <b>picture</b>`),
    album: () =>
      `<div class="tgme_widget_message_grouped_wrap js-message_grouped_wrap" style="width:453px;"><div class="tgme_widget_message_grouped js-message_grouped"><div class="tgme_widget_message_grouped_layer js-message_grouped_layer">${photo(`a${id}`, `${url}?single`, 'grouped_media_wrap blured')}${video(`b${id}`, `https://t.me/${channel}/${id + 1}?single`, { more: 'grouped_media_wrap blured' })}${photo(`c${id}`, `https://t.me/${channel}/${id + 2}?single`, 'grouped_media_wrap blured')}</div></div></div>${text(text('Three things'))}`,
    poll: () => POLL,
    film: () => video(`f${id}`, url) + text('A film'),
    loop: () => video(`l${id}`, url, { isLoop: true }),
    heavy: () =>
      `<a class="tgme_widget_message_video_player not_supported js-message_video_player" href="${url}"><i class="tgme_widget_message_video_thumb" style="background-image:url('${CDN}/h${id}.jpg')"></i><div class="message_media_not_supported_wrap"><div class="message_media_not_supported"><div class="message_media_not_supported_label">Media is too big</div></div></div><time class="message_video_duration js-message_video_duration">1:02:03</time></a>`,
    forward: () =>
      `<div class="tgme_widget_message_forwarded_from accent_color">Forwarded from&nbsp;<a class="tgme_widget_message_forwarded_from_name" href="https://t.me/Moss/${id}"><span dir="auto">Moss</span></a></div>${text('Passed on')}`,
    reply: () =>
      `<a class="tgme_widget_message_reply" href="https://t.me/${channel}/${id - 1}"><div class="tgme_widget_message_author accent_color"><span class="tgme_widget_message_author_name" dir="auto">Fern &amp; News</span></div><div class="tgme_widget_message_text js-message_reply_text" dir="auto">old words</div></a>${text(`New words ${id}`)}`,
    preview: () =>
      `${text(`<a href="https://example.org/${id}">https://example.org/${id}</a>`)}<a class="tgme_widget_message_link_preview" href="https://example.org/${id}"><i class="link_preview_right_image" style="background-image:url('${CDN}/lp${id}.jpg')"></i><div class="link_preview_site_name accent_color" dir="auto">Example</div><div class="link_preview_title" dir="auto">Page ${id}</div><div class="link_preview_description" dir="auto">Of things</div></a>`,
    voice: () =>
      `<a class="tgme_widget_message_voice_player js-message_voice_player" href="${url}"><audio class="tgme_widget_message_voice js-message_voice" src="${CDN}/v${id}.ogg?token=abc"></audio><div class="tgme_widget_message_voice_wrap"><time class="tgme_widget_message_voice_duration js-message_voice_duration">0:27</time></div></a>`,
    file: () =>
      `<a class="tgme_widget_message_document_wrap" href="${url}"><div class="tgme_widget_message_document"><div class="tgme_widget_message_document_icon accent_bg"></div><div class="tgme_widget_message_document_title accent_color" dir="auto">notes.pdf</div><div class="tgme_widget_message_document_extra" dir="auto">1.2 MB</div></div></a>${text('Read this')}`,
    music: () =>
      `<a class="tgme_widget_message_document_wrap" href="${url}"><div class="tgme_widget_message_document"><div class="tgme_widget_message_document_icon accent_bg audio"></div><div class="tgme_widget_message_document_title accent_color" dir="auto">Song ${id}</div><div class="tgme_widget_message_document_extra" dir="auto">The Ferns</div></div></a>`,
    sticker: () =>
      `<div class="tgme_widget_message_sticker_wrap media_supported_cont"><i class="tgme_widget_message_sticker js-sticker_image" data-webp="${CDN}/s${id}.webp" style="background-image:url('data:image/svg+xml;base64,PHN2Zz4=')"></i></div>`,
    place: () =>
      `<a class="tgme_widget_message_location_wrap" href="https://maps.google.com/maps?q=1.5,2.5&amp;ll=1.5,2.5"><div class="tgme_widget_message_location" style="background-image:url('https://maps.example/m.png')"></div></a>`,
  }
  return bodies[kind]()
}

export const messageHtml = (message: SimulatedMessage, channel: string): string => {
  const { id, kind } = message
  const isService = kind === 'service'
  const counts = isService
    ? ''
    : '<span class="tgme_widget_message_views">1.5K</span><span class="copyonly"> views</span>'
  const reactions =
    kind === 'text'
      ? '<div class="tgme_widget_message_reactions js-message_reactions"><span class="tgme_reaction"><i class="emoji" style=""><b>👍</b></i>1.5K</span><span class="tgme_reaction tgme_reaction_paid"><i class="icon icon-telegram-stars"></i>7</span></div>'
      : ''
  const voters = kind === 'poll' ? '<span class="tgme_widget_message_voters">1.2K</span>' : ''
  return `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap ${isService ? 'service_message ' : ''}js-widget_message" data-post="${channel}/${id}" data-view="eyJjIjotMX0"><div class="tgme_widget_message_bubble"><div class="tgme_widget_message_author accent_color"><a class="tgme_widget_message_owner_name" href="https://t.me/${channel}"><span dir="auto">Fern &amp; News</span></a></div>${bodyOf(message, channel)}${reactions}<div class="tgme_widget_message_footer compact js-message_footer">${voters}<div class="tgme_widget_message_info short js-message_info">${counts}<span class="tgme_widget_message_meta"><a class="tgme_widget_message_date" href="https://t.me/${channel}/${id}"><time datetime="${dateOf(id)}" class="time">08:00</time></a></span></div></div></div></div></div>`
}

const HEAD = (channel: string) =>
  `<div class="tgme_channel_info"><div class="tgme_channel_info_header"><i class="tgme_page_photo_image bgcolor4" data-content="F"><img src="${CDN}/av.jpg"></i><div class="tgme_channel_info_header_title_wrap"><div class="tgme_channel_info_header_title"><span dir="auto">Fern &amp; News</span><i class="verified-icon"> ✔</i></div></div><div class="tgme_channel_info_header_username"><a href="https://t.me/${channel.toLowerCase()}">@${channel.toLowerCase()}</a></div></div><div class="tgme_channel_info_counters"><div class="tgme_channel_info_counter"><span class="counter_value">45</span> <span class="counter_type">photos</span></div><div class="tgme_channel_info_counter"><span class="counter_value">12.3K</span> <span class="counter_type">subscribers</span></div></div><div class="tgme_channel_info_description">Plants.<br/>Write to <a href="https://t.me/fernbot">@fernbot</a></div></div>`

const document = (body: string) =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Telegram</title></head><body>${body}<script src="//telegram.org/js/tgwallpaper.min.js"></script></body></html>`

/** `messages` are in the order of the page; `before` is the position in the link to older messages. */
export const channelPage = (
  channel: string,
  messages: readonly SimulatedMessage[],
  before: number | undefined,
): string =>
  document(
    `${HEAD(channel)}<section class="tgme_channel_history js-message_history">${before === undefined ? '' : `<div class="tgme_widget_message_centered js-messages_more_wrap"><a href="/s/${channel}?before=${before}" class="tme_messages_more js-messages_more" data-before="${before}"></a></div>`}${messages.length === 0 ? '<div class="tgme_widget_message_centered"><div class="tme_no_messages_found">No posts found</div></div>' : messages.map((message) => messageHtml(message, channel)).join('')}</section>`,
  )

export const groupPage = (): string =>
  document(
    '<div class="tgme_page"><div class="tgme_page_title"><span dir="auto">Gardeners</span></div><div class="tgme_page_extra">1 234 members, 56 online</div><div class="tgme_page_action"><a class="tgme_action_button_new" href="tg://resolve?domain=gardeners">View in Telegram</a></div><div class="tgme_page_context_link_wrap"><a class="tgme_page_context_link" href="/s/gardeners">Preview channel</a></div></div>',
  )

export const unknownNamePage = (name: string): string =>
  document(
    `<div class="tgme_page"><div class="tgme_page_icon"><i class="tgme_icon_user"></i></div><div class="tgme_page_description">If you have <strong>Telegram</strong>, you can contact <a class="tgme_username_link" href="tg://resolve?domain=${name}">@${name}</a> right away.</div></div>`,
  )

export const messagePage = (message: SimulatedMessage, channel: string): string =>
  document(messageHtml(message, channel))

export const errorPage = (words: string): string =>
  document(
    `<div class="tgme_widget_message js-widget_message"><div class="tgme_widget_message_error">${words}</div></div>`,
  )
