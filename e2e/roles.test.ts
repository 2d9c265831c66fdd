import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations, DESKTOP } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()
const CARLA = 'carla@demo.surtidor.uy'

const signIn = async (name: string) =>
  (await stack.openAsOperator(name, 'consola/', { viewport: DESKTOP })).page
/** Fills in the form of an action, with a code of the second factor, and sends it. */
async function act(page: Page, name: string, action: string, choice: [string, string]) {
  await page.getByRole('button', { name: action }).click()
  const sheet = page.getByRole('dialog', { name: action })
  await sheet.getByLabel(choice[0]).selectOption(choice[1])
  await sheet.getByLabel('Código de tu segundo factor').fill(await stack.totpCode(name))
  await sheet.getByRole('button', { name: action }).click()
  return sheet
}

describe('a role of an administrator', () => {
  test('is proposed by one person and confirmed by another, and counts from the next login on', async () => {
    const carla = await signIn('carla')
    await carla.waitForURL(/#\/home/)
    expect(await carla.getByRole('link', { name: 'Personas y roles' }).count()).toBe(0)

    const elena = await signIn('elena')
    await elena.goto(`${stack.app}/consola/#/people?email=${CARLA}`)
    await elena.getByText('Carla Núñez').first().click()
    const proposed = await act(elena, 'elena', 'Dar un rol', ['Rol', 'Administra la red'])
    await proposed.getByText('otra persona que administra la red').last().waitFor()
    await proposed.getByRole('button', { name: 'Listo' }).click()
    await elena.getByRole('button', { name: 'Retirar el cambio' }).waitFor()
    expect(await elena.getByRole('button', { name: 'Decidir el cambio' }).count()).toBe(0)

    const guido = await signIn('guido')
    await guido.getByRole('link', { name: /Cambios de rol para decidir/ }).click()
    await guido.getByText('Elena Rodríguez').first().waitFor()
    expect(await axeViolations(guido)).toEqual([])
    const confirmed = await act(guido, 'guido', 'Decidir el cambio', ['Decisión', 'Confirmar'])
    await confirmed.getByText('El cambio está hecho').waitFor()

    await carla.reload()
    await carla.getByText('se cerró desde otro dispositivo').waitFor()
    const again = await signIn('carla')
    await again.getByRole('link', { name: 'Personas y roles' }).first().click()
    await again.getByText(CARLA).first().waitFor()
  })
})
