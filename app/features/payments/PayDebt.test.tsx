// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DENIED } from '#contract/responseCodes.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { type RenderedApp, type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aDebt, aPayment } from '#testing/fixtures/entities.ts'

const wash = aDebt({
  reference: 'FAC-2',
  concept: 'Lavado completo',
  amount: 79_000,
  taxedAmount: 64_754,
  tipAmount: 5_000,
  installments: 3,
  points: 35,
  expectedRefund: { cents: 1_295, law: '19.210', basisPoints: 200 },
})
const PAGE = 'https://gateway.test/pay'
const geopay = { netId: 'N', merchantId: 'M', pageUrl: PAGE }
const owing = { debts: [wash], geopay }
const opened = { authorizerRespCode: '00', authorizerRespDesc: 'AUTORIZADO', accessToken: 'token' }

/** Method, action and fields of each form posted to the gateway. */
let posted: [method: string, action: string, fields: object][]
beforeEach(() => {
  posted = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    posted.push([this.method, this.action, Object.fromEntries(new FormData(this))])
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const renderScreen = (replies: Replies = {}) =>
  renderApp('/payment', {
    replies: {
      getDebts: owing,
      getPayments: { payments: [] },
      getGEOPayAccessToken: opened,
      ...replies,
    },
  })
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ')
const row = (name: RegExp) => screen.findByRole('button', { name })
const sheet = () => screen.findByRole('dialog', { name: 'Antes de pagar' })
const inSheet = async () => within(await sheet())
const go = async () => (await inSheet()).findByRole('button', { name: /^Ir a pagar|^Seguir/ })
const tip = async () => (await inSheet()).findByRole('radio', { name: /50,00 de propina/ })
const openings = ({ sentCalls }: RenderedApp) =>
  sentCalls.filter(({ name }) => name === 'getGEOPayAccessToken').map(({ params }) => params)
async function choose({ user }: RenderedApp) {
  await user.click(await row(/Lavado completo/))
  return go()
}
/** An answer that the test resolves. */
function delayedAnswer(accessToken = 'token') {
  const { promise, resolve } = Promise.withResolvers<typeof opened>()
  return { answer: () => promise, give: () => resolve({ ...opened, accessToken }) }
}

describe('payment review', () => {
  test('shows charge, refund and points; Back closes it', async () => {
    const app = renderScreen()
    expect(plain((await choose(app)).textContent)).toBe('Ir a pagar $ 790,00')
    const text = plain((await sheet()).textContent)
    expect(text).toContain('Si pagás con débito te devuelven $ 12,95 por la Ley 19.210')
    expect(text).toContain('En hasta 3 cuotas')
    expect(text).toContain('en 3, cada cuota es de $ 263,33')
    expect(text).toContain('Sumás 35 puntos')
    expect(text).toContain('nunca pasan por Surtidor')
    app.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).toBe('/payment')
  })

  test('offers the tip without selecting it', async () => {
    const app = renderScreen()
    const button = await choose(app)
    await app.user.click(await tip())
    expect(plain(button.textContent)).toBe('Ir a pagar $ 840,00')
    expect(plain((await sheet()).textContent)).toContain('en 3, cada cuota es de $ 280,00')
    await app.user.click(button)
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(openings(app)).toEqual([
      {
        geopayNetId: 'N',
        geopayMerchantId: 'M',
        debtData: expect.objectContaining({
          reference: 'FAC-2',
          tipAmount: 5_000,
          installments: 3,
        }),
      },
    ])
  })

  test('resumes a begun payment with its own tip', async () => {
    const begun = aPayment({
      reference: 'FAC-2',
      state: 'PENDING',
      tipAmount: 5_000,
      maskedCard: '',
    })
    const app = renderScreen({ getPayments: { payments: [begun] } })
    await app.user.click(await row(/Lavado completo.*Sin terminar · seguir/))
    expect((await sheet()).textContent).toContain('Ya empezaste este pago')
    expect(plain((await go()).textContent)).toBe('Seguir pagando $ 840,00')
    await app.user.click(await go())
    await waitFor(() => expect(posted).toHaveLength(1))
    expect(openings(app)).toMatchObject([{ debtData: { tipAmount: 5_000 } }])
  })

  test('has no pay button in mock mode', async () => {
    const { user } = renderScreen({
      getDebts: { debts: [wash], geopay: { ...geopay, pageUrl: '' } },
    })
    await user.click(await row(/Lavado completo/))
    const there = await inSheet()
    expect(await there.findByText('Es una deuda de muestra')).toBeTruthy()
    expect(there.queryByRole('button', { name: /Ir a pagar/ })).toBeNull()
  })
})

describe('going to the gateway', () => {
  test('posts the token, which is in no address', async () => {
    const app = renderScreen()
    await app.user.click(await choose(app))
    await waitFor(() => expect(posted).toEqual([['post', PAGE, { token: 'token' }]]))
    expect(app.address()).toBe('/payment?reference=FAC-2')
    expect(document.querySelector('form[action]')).toBeNull()
  })

  test('sends one request for two taps, and shows that it is pending', async () => {
    const slow = delayedAnswer()
    const app = renderScreen({ getGEOPayAccessToken: slow.answer })
    const button = await choose(app)
    await app.user.dblClick(button)
    expect(await (await inSheet()).findByText('Abriendo el pago…')).toBe(button)
    await app.user.click(button)
    slow.give()
    await waitFor(() => expect(posted).toHaveLength(1))
    await app.user.click(button)
    expect([openings(app).length, posted.length]).toEqual([1, 1])
    // Back from the gateway's page restores this page from the back-forward cache.
    fireEvent(window, new Event('pageshow'))
    await app.user.click(button)
    await waitFor(() => expect(posted).toHaveLength(2))
  })

  test('stays when the sheet is closed while the token is requested', async () => {
    const slow = delayedAnswer()
    const app = renderScreen({ getGEOPayAccessToken: slow.answer })
    await app.user.click(await choose(app))
    await app.user.click((await inSheet()).getByRole('button', { name: 'Cerrar' }))
    slow.give()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await choose(app)).toBeTruthy()
    expect(posted).toEqual([])
  })

  test('stays after Back while the token is requested', async () => {
    const slow = delayedAnswer()
    const app = renderScreen({ getGEOPayAccessToken: slow.answer })
    await app.user.click(await choose(app))
    app.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    slow.give()
    expect(plain((await choose(app)).textContent)).toBe('Ir a pagar $ 790,00')
    expect(posted).toEqual([])
  })

  test('uses the tip selected after closing and opening again', async () => {
    const [first, second] = [delayedAnswer('without a tip'), delayedAnswer('with the tip')]
    const app = renderScreen({
      getGEOPayAccessToken: ({ debtData }: { debtData: { tipAmount: number } }) =>
        (debtData.tipAmount === 0 ? first : second).answer(),
    })
    await app.user.click(await choose(app))
    await app.user.click((await inSheet()).getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const button = await choose(app)
    await app.user.click(await tip())
    await app.user.click(button)
    expect(button.textContent).toBe('Abriendo el pago…')
    first.give()
    second.give()
    await waitFor(() => expect(posted).toEqual([['post', PAGE, { token: 'with the tip' }]]))
    expect(openings(app)).toMatchObject([
      { debtData: { tipAmount: 0 } },
      { debtData: { tipAmount: 5_000 } },
    ])
  })

  test('shows the refusal of the server and keeps the selection', async () => {
    const no = new ApiError(DENIED, 'Esa deuda ya está paga.')
    const app = renderScreen({ getGEOPayAccessToken: no })
    const button = await choose(app)
    await app.user.click(await tip())
    app.replies.getDebts = { debts: [], geopay }
    await app.user.click(button)
    expect((await (await inSheet()).findByRole('alert')).textContent).toBe(no.message)
    expect(await screen.findByText('No tenés nada para pagar')).toBeTruthy()
    expect((await tip()) as HTMLInputElement).toHaveProperty('checked', true)
    expect(posted).toEqual([])
  })

  test('shows the description of a gateway refusal', async () => {
    const gatewayRefusal = {
      authorizerRespCode: '96',
      authorizerRespDesc: 'Fuera de servicio.',
      accessToken: '',
    }
    const app = renderScreen({ getGEOPayAccessToken: gatewayRefusal })
    await app.user.click(await choose(app))
    expect((await (await inSheet()).findByRole('alert')).textContent).toBe('Fuera de servicio.')
    expect(posted).toEqual([])
  })

  test.each([noAnswer('unreachable'), noAnswer('timeout'), transportError(502)])(
    'can be retried after %s, and says that nothing is paid twice',
    async (error) => {
      const app = renderScreen({ getGEOPayAccessToken: error })
      await app.user.click(await choose(app))
      const there = await inSheet()
      const text = (await there.findByRole('alert')).textContent
      expect(text).toContain('una deuda no se paga dos veces')
      // A card may have been typed in another window with the hosted page.
      expect(text).not.toContain('cobró')
      app.replies.getGEOPayAccessToken = opened
      await app.user.click(there.getByRole('button', { name: 'Probar de nuevo' }))
      await waitFor(() => expect(posted).toHaveLength(1))
      expect(openings(app)[1]).toEqual(openings(app)[0])
    },
  )
})
