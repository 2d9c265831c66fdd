import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { promotions } from '#contract/info/promotions.ts'
import { USER } from '#contract/roles.ts'
import { notifications } from '#contract/user/notifications.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { sendSlice } from '#db/messaging/promotionSending.ts'
import { purgeExpired } from '#db/retention.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
const elena = startForEachTest(async () => objectSteps(await server.as('elena'), 'promotion'))

const small = (end: string) =>
  readFileSync(new URL(`../../../testing/fixtures/pictures/small.${end}`, import.meta.url))
const [PNG, JPEG, WEBP] = [small('png'), small('jpg'), small('webp')]
const dayAfter = (days: number) => toDate(new Date(server.context.now().getTime() + days * DAY_MS))
const content = (changed: Record<string, string> = {}) => ({
  title: 'Lavado a mitad de precio',
  text: 'Los martes.',
  programme: 'all',
  stations: 'E001, e002',
  from: dayAfter(0),
  to: dayAfter(20),
  url: '/#/map',
  ...changed,
})
const picture = (bytes: Buffer) => ({
  file: { name: 'foto.html', content: bytes.toString('base64') },
})
const made = async (changed: Record<string, string> = {}, sent = {}) =>
  accepted(await elena.act('', 'make', content(changed), sent)).madeId
const seenBy = async (name: string) =>
  accepted(await (await server.as(name)).call(promotions, {})).promotions.map(({ id }) => id)
const noticesOf = async (name: string, title = 'Lavado a mitad de precio') =>
  accepted(
    await (await server.as(name)).call(notifications, { type: 3, count: 500 }),
  ).notifications.filter((one) => one.title === title)
/** Runs slices until none is left. @returns how many were notified */
async function sendAll(id: string): Promise<number> {
  let sum = 0
  for (;;) {
    const now = await sendSlice(server.context, id, server.context.now())
    if (now === undefined) return sum
    sum += now
  }
}
const stateOf = async (id: string) => (await elena.page(id)).badges[0]?.text

/** Confirmed drivers of no programme. */
const addDrivers = (count: number) =>
  server.owner.query(
    `with added as (
       insert into person select (jsonb_populate_record(p, jsonb_build_object(
         'id', gen_random_uuid(), 'email', 'driver' || n || '@example.com', 'document_number', 'X' || n,
         'mobile', '09' || n))).*
       from person p, generate_series(1, ${count}) n where p.email = 'ana@demo.surtidor.uy'
       returning id)
     insert into person_role (person_id, role_code) select id, ${USER} from added`,
  )

describe('promotions in the console', () => {
  test('are drafts that only the console sees, are changed, and show what a phone shows', async () => {
    const id = await made()
    expect(await seenBy('ana')).not.toContain(id)
    const page = await elena.page(id)
    expect(page.preview).toMatchObject({
      title: 'Lavado a mitad de precio',
      imageUrl: '',
      branches: [{ code: 'E002' }, { code: 'E001' }],
    })
    const change = page.actions.find(({ name }) => name === 'change')
    const values = change?.fields.map(({ name, value }) => [name, value])
    expect(Object.fromEntries(values ?? [])).toEqual({
      ...content({ stations: 'E001, E002' }),
      picture: 'none',
      file: undefined,
    })
    accepted(await elena.act(id, 'change', content({ title: 'Otro', stations: '' })))
    expect((await elena.page(id)).preview).toMatchObject({ title: 'Otro', branches: [] })
    expect((await elena.list({ state: 'draft' })).map((row) => row.id)).toEqual([id])
    const all = (await elena.list()).map((row) => row.id)
    expect(await elena.paged(2)).toEqual(all)
    expect((await elena.list({ period: `${dayAfter(20)}-` })).map((row) => row.id)).toContain(id)
    expect((await elena.list({ period: `-${dayAfter(-400)}` })).map((row) => row.id)).not.toContain(
      id,
    )
  })

  test.each([
    [{ title: ' ' }, 'Escribí el título.'],
    [{ title: 'x'.repeat(121) }, 'El título tiene como mucho 120 caracteres.'],
    [{ text: '' }, 'Escribí el texto.'],
    [{ programme: '' }, 'Elegí para quién es.'],
    [{ programme: 'nada' }, 'Elegí para quién es.'],
    [{ stations: 'E001, E999' }, 'Alguna estación no existe: van sus códigos, como E001, E007.'],
    [{ stations: "' or 1=1" }, 'Alguna estación no existe: van sus códigos, como E001, E007.'],
    [{ from: '20261340' }, 'Elegí un día que exista.'],
    [{ to: '' }, 'Elegí el último día.'],
    [{ from: '20260901', to: '20260902' }, 'El último día ya pasó.'],
    [{ from: '20991201', to: '20991130' }, 'El último día no puede ser anterior al primero.'],
    [
      { url: 'javascript:alert(1)' },
      'El enlace es una página de la app, como /#/map, o una dirección https.',
    ],
  ])('%j is refused and stores nothing', async (wrong, sentence) => {
    const { responseHeader } = await elena.act('', 'make', content(wrong))
    expect(responseHeader).toMatchObject({
      reason: 'invalid_request',
      responseDescription: sentence,
    })
    expect(await elena.list({ state: 'draft' })).toEqual([])
  })

  const NO_PICTURE = 'No pudimos leer esa imagen: tiene que ser PNG, JPEG o WebP.'
  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), NO_PICTURE],
    ['byte', Buffer.from('x'), NO_PICTURE],
    ['half of a JPEG', JPEG.subarray(0, 300), NO_PICTURE],
    ['empty file', Buffer.alloc(0), NO_PICTURE],
    [
      'PNG over 500 kB',
      Buffer.concat([PNG, Buffer.alloc(500_001 - PNG.length)]),
      'La imagen puede pesar como mucho 500 kB.',
    ],
  ])('have no %s as their picture', async (_name, bytes, sentence) => {
    const { responseHeader } = await elena.act('', 'make', content(), picture(bytes))
    expect(responseHeader.responseDescription).toBe(sentence)
    expect(await elena.list({ state: 'draft' })).toEqual([])
  })

  test.each([
    ['PNG', PNG, 'png', 'image/png'],
    ['JPEG', JPEG, 'jpg', 'image/jpeg'],
    ['WebP', WEBP, 'webp', 'image/webp'],
  ])(
    'have an uploaded %s, which the server answers to all for ever',
    async (_type, bytes, end, type) => {
      // What follows the picture is not stored.
      const file = Buffer.concat([bytes, Buffer.alloc(500_000 - bytes.length)])
      const id = await made({}, picture(file))
      const address = (await elena.page(id)).preview?.imageUrl ?? ''
      expect(address).toMatch(new RegExp(`^/promotions/[0-9a-f-]{36}[.]${end}$`))
      const answer = await fetch(server.url + address)
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      for (const wrong of [address.replace(/.[.]/, 'z.'), `${address}.svg`, '/promotions/no.png'])
        expect((await fetch(server.url + wrong)).status).toBe(404)
    },
  )

  test('keep their picture until it is replaced or taken away, and then it is deleted', async () => {
    const [id, other] = [await made({}, picture(PNG)), await made({}, picture(PNG))]
    const pictureOf = async (of: string) => (await elena.page(of)).preview?.imageUrl ?? ''
    const change = async (fields: Record<string, string>, sent = {}) =>
      accepted(await elena.act(id, 'change', content(fields), sent))
    const statusOf = async (address: string) => (await fetch(server.url + address)).status
    const [first, otherPicture] = [await pictureOf(id), await pictureOf(other)]
    expect(first).not.toBe(otherPicture)
    await change({ title: 'Otro', picture: 'keep' })
    await change({ title: 'Uno más' })
    expect(await pictureOf(id)).toBe(first)
    await change({ picture: 'none' }, picture(JPEG))
    const second = await pictureOf(id)
    expect(second).toMatch(/[.]jpg$/)
    await change({ picture: 'none' })
    expect(await pictureOf(id)).toBe('')
    await purgeExpired(server.context.db, server.context.now())
    expect(await Promise.all([first, second, otherPicture].map(statusOf))).toEqual([404, 404, 200])
    // The picture of a draft that was sent meanwhile is not stored.
    accepted(await elena.act(other, 'send'))
    const refused = await elena.act(other, 'change', content(), picture(WEBP))
    expect(refused.responseHeader.reason).toBe('action_gone')
    expect(await pictureOf(other)).toBe(otherPicture)
  })

  test('are tested with one account, which wants promotions', async () => {
    const id = await made()
    const test = (email: string) => elena.act(id, 'test', { email })
    accepted(await test(' Ana@demo.surtidor.uy'))
    const [notice, ...others] = await noticesOf('ana')
    expect(others).toEqual([])
    expect(notice?.url).toBe('/#/map')
    expect(await noticesOf('fede')).toEqual([])
    expect(await stateOf(id)).toBe('Borrador')
    expect(factOf(await elena.page(id), 'Avisados')?.count).toBe(0)
    for (const wrong of ['', 'nobody@example.com', 'elena@demo.surtidor.uy'])
      expect((await test(wrong)).responseHeader.reason).toBe('invalid_request')
    accepted(await elena.act(id, 'send'))
    await sendAll(id)
    expect(await noticesOf('ana')).toHaveLength(2)
  })

  test('reach the drivers that want them, who see them; what came of it is on the page', async () => {
    accepted(
      await (await server.as('fede')).call(setNotificationPreference, {
        type: 3,
        channel: 'app',
        enabled: false,
      }),
    )
    const id = await made()
    accepted(await elena.act(id, 'send'))
    expect((await elena.act(id, 'send')).responseHeader.reason).toBe('action_gone')
    expect((await elena.act(id, 'change', content())).responseHeader.reason).toBe('action_gone')
    const sent = await sendAll(id)
    const page = await elena.page(id)
    expect(page.badges[0]?.text).toBe('Enviada')
    expect(factOf(page, 'Conductores que piden promociones')?.count).toBe(sent)
    expect(factOf(page, 'Avisados')?.count).toBe(sent)
    expect(factOf(page, 'Avance')?.text).toBe('100 %')
    expect(await noticesOf('ana')).toHaveLength(1)
    expect(await noticesOf('fede')).toEqual([])
    expect(await seenBy('ana')).toContain(id)
    expect(page.timeline.map(({ title }) => title)).toEqual(['Envío pedido', 'Promoción escrita'])
    accepted(await elena.act(id, 'end'))
    expect(await seenBy('ana')).not.toContain(id)
    expect((await elena.act(id, 'end')).responseHeader.reason).toBe('action_gone')
  })

  test('wait for their first day, and are drafts again when they are stopped before it', async () => {
    const id = await made({ from: dayAfter(2) })
    accepted(await elena.act(id, 'send'))
    expect(await stateOf(id)).toBe('Programada')
    expect(await sendAll(id)).toBe(0)
    accepted(await elena.act(id, 'stop'))
    expect(await stateOf(id)).toBe('Borrador')
    accepted(await elena.act(id, 'change', content()))
    accepted(await elena.act(id, 'send'))
    expect(await sendAll(id)).toBeGreaterThan(0)
  })

  test('reach each of 2,000 drivers once, stopped, interrupted and sent by two processes at once', async () => {
    await addDrivers(2_000)
    const id = await made()
    accepted(await elena.act(id, 'send'))
    const slice = () => sendSlice(server.context, id, server.context.now())
    const first = await slice()
    expect(first).toBe(500)
    accepted(await elena.act(id, 'stop'))
    expect(await slice()).toBeUndefined()
    expect(await stateOf(id)).toBe('Frenada')
    accepted(await elena.act(id, 'send'))
    // A process that dies in a slice: nothing of it is stored.
    const dying = {
      addAll: server.context.jobs.addAll,
      add: () => Promise.reject(new Error('killed')),
    }
    const interrupted = sendSlice({ db: server.context.db, jobs: dying }, id, server.context.now())
    await expect(interrupted).rejects.toThrow('killed')
    expect(factOf(await elena.page(id), 'Avisados')?.count).toBe(500)
    const all = await Promise.all([sendAll(id), sendAll(id), sendAll(id)])
    const page = await elena.page(id)
    const audience = factOf(page, 'Conductores que piden promociones')?.count ?? 0
    expect(audience).toBeGreaterThan(2_000)
    expect(500 + all.reduce((a, b) => a + b)).toBe(audience)
    const { rows } = await server.owner.query(
      `select count(*)::int as all, count(distinct person_id)::int as people from notification where event = $1`,
      [`announcement:${id}`],
    )
    expect(rows).toEqual([{ all: audience, people: audience }])
  })
})
