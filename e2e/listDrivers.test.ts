import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { notifications } from '#contract/user/notifications.ts'
import {
  axeViolations,
  type BrowserSession,
  horizontalOverflow,
  waitUntil,
  waitUntilIdle,
} from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const REASON = 'La matrícula no coincide con la de tu cuenta.'

const stack = stackForFile()

/** The sponsor at her screen, with the second factor shown at login or on the screen itself. */
async function signInAsSponsor(): Promise<BrowserSession> {
  const session = await stack.openAsOperator('carla', '#/listDrivers')
  const { page } = session
  await page.getByRole('heading', { name: 'Conductores' }).waitFor()
  await page.getByLabel('Buscar').waitFor()
  return session
}

const problemsOf = async (page: Page): Promise<string[]> => {
  await waitUntilIdle(page)
  const overflow = await horizontalOverflow(page)
  return [...(await axeViolations(page)), ...(overflow > 0 ? [`${overflow} px too wide`] : [])]
}

const confirm = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).press('Enter')

describe('listDrivers journeys', () => {
  test('the sponsor searches, decides on one, on another with a reason, and on several, by keyboard on a phone', async () => {
    const fede = await stack.clientOf('fede')
    const vehicle = { mark: 'fiat', plate: 'SBA 1234', fuel: 'super' }
    const { reference } = await fede(membershipRequest, { request: { programme: 'uber', vehicle } })
    const stateOf = async () =>
      (await fede(membershipRequestList, { reference })).membershipRequests[0]?.state
    const { page } = await signInAsSponsor()
    expect(await problemsOf(page)).toEqual([])

    // Search, and authorise the request that it finds.
    await page.getByLabel('Buscar').fill('sba-1234')
    const row = page.getByRole('button', { name: /^Federico Cabrera/ })
    await row.waitFor()
    await page.getByText('hoy', { exact: true }).waitFor()
    await waitUntil(async () => (await page.getByRole('checkbox').count()) === 1)
    await row.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Federico Cabrera', exact: true })
    await sheet.getByRole('link', { name: 'fede@demo.surtidor.uy' }).waitFor()
    await sheet.getByText('Espera al auspiciante').waitFor()
    expect(await problemsOf(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Autorizar' }).press('Enter')
    await confirm(page)
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('Nada con «sba-1234»').waitFor()
    expect(await stateOf()).toBe('STATE_UBER_AUTHORIZED')
    const received = await fede(notifications, {})
    expect(received.notifications[0]?.title).toBe('Tu auspiciante autorizó tu solicitud')

    // Reject the oldest of the demo data, with the reason that the screen asks for.
    await page.getByLabel('Buscar').fill('')
    const rows = page.getByRole('list', { name: 'Solicitudes' }).getByRole('button')
    await rows.first().waitFor()
    const before = await rows.count()
    expect(before).toBeGreaterThan(2)
    const [, holder = ''] =
      /^(.+)hace \d+ días/.exec((await rows.first().textContent()) ?? '') ?? []
    await rows.first().press('Enter')
    const oldest = page.getByRole('dialog', { name: holder, exact: true })
    await oldest.getByRole('button', { name: 'Rechazar' }).press('Enter')
    await oldest.getByText(/Contale por qué/).waitFor()
    await page.keyboard.type(REASON)
    await oldest.getByRole('button', { name: 'Rechazar' }).press('Enter')
    await confirm(page)
    await oldest.waitFor({ state: 'detached' })
    await page.getByText(/^Rechazaste la solicitud/).waitFor()

    // Authorise all others at once.
    await page.getByLabel(`Elegir las ${before - 1} que podés decidir`).press('Space')
    const bar = page.getByRole('region', { name: 'Solicitudes elegidas' })
    expect(await problemsOf(page)).toEqual([])
    await bar.getByRole('button', { name: 'Autorizar' }).press('Enter')
    const bulk = page.getByRole('dialog', { name: `¿Autorizar ${before - 1} solicitudes?` })
    await bulk.waitFor()
    expect(await problemsOf(page)).toEqual([])
    await bulk.getByRole('button', { name: `Autorizar ${before - 1}` }).press('Enter')
    await page.getByText('Estás al día').waitFor()
    await bar.waitFor({ state: 'detached' })

    // The history says who decided, and why.
    await page.getByLabel('Ver', { exact: true }).selectOption('Rechazado por Auspiciante')
    await page.getByLabel('Orden').selectOption('Más viejas')
    await rows.first().press('Enter')
    await page.getByRole('listitem').getByText('Carla Núñez').first().waitFor()
  })
})
