import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { KIND_NAMES, kindOf } from '#contract/console/objectKinds.ts'
import { narrowProblems, screenProblems, tabProblems } from '#e2e/accessibilityChecks.ts'
import {
  accessibilityProblems,
  axeViolations,
  sidewaysScrolling,
  signInAs,
  waitUntilIdle,
} from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'

const stack = stackForFile()

/** The same for the wrong input that a button sends, and whether the keyboard reaches the button. */
async function formProblems(page: Page, screen: string, button: string): Promise<string[]> {
  const problems = await screenProblems(page, screen)
  problems.push(...(await narrowProblems(page, screen)))
  const submit = page.getByRole('button', { name: button, exact: true })
  problems.push(...(await tabProblems(page, submit, screen)))
  await submit.click()
  await page.locator('[role="alert"], [aria-invalid="true"]').first().waitFor()
  await waitUntilIdle(page)
  return [...problems, ...(await screenProblems(page, `${screen} with an error`))]
}

async function showSecondFactor(page: Page, name: string): Promise<void> {
  await page.getByLabel('Código de tu segundo factor').fill(await stack.totpCode(name))
  await page.keyboard.press('Enter')
}

describe('accessibility for operators', () => {
  test('the sponsor’s login, second factor and list of drivers in the app have no violation', async () => {
    const { page } = await stack.open('#/listDrivers')
    await signInAs(page, 'carla')
    await page.getByLabel('Código de tu segundo factor').waitFor()
    const problems = await formProblems(page, 'second factor', 'Ingresar')
    await showSecondFactor(page, 'carla')
    const rows = page.getByRole('list', { name: 'Solicitudes' }).getByRole('button')
    await rows.first().waitFor()
    problems.push(
      ...(await screenProblems(page, 'listDrivers')),
      ...(await tabProblems(page, rows.first(), 'listDrivers')),
    )
    await page.getByLabel('Buscar', { exact: true }).fill('no hay nadie así')
    await page.getByText('Nada con «no hay nadie así»').waitFor()
    problems.push(...(await screenProblems(page, 'listDrivers without a match')))

    const check = async () =>
      problems.push(...(await axeViolations(page)), ...(await sidewaysScrolling(page)))
    await page.getByLabel('Buscar', { exact: true }).fill('')
    await rows.first().press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Autorizar' }).waitFor()
    await waitUntilIdle(page)
    await check()
    await page.keyboard.press('Escape')
    await page.getByLabel(/^Elegir las \d+ que podés decidir/).press('Space')
    const bar = page.getByRole('region', { name: 'Solicitudes elegidas' })
    await bar.waitFor()
    await check()
    await bar.getByRole('button', { name: 'Autorizar' }).press('Enter')
    await page.getByRole('dialog', { name: /^¿Autorizar \d+ solicitudes\?/ }).waitFor()
    await check()
    expect(problems).toEqual([])
  })

  test('login, second factor and every page of the console have no violation', async () => {
    const { page } = await stack.open('consola/')
    const problems = await formProblems(page, 'login', 'Ingresar')
    for (const screen of ['resetPassword', 'confirmResetPassword']) {
      await page.goto(`${stack.app}/consola/#/${screen}`)
      problems.push(...(await screenProblems(page, screen)))
    }
    await page.goto(`${stack.app}/consola/#/login`)
    await signInAs(page, 'elena')
    await page.getByLabel('Código de tu segundo factor').waitFor()
    problems.push(...(await formProblems(page, 'second factor', 'Ingresar')))
    await showSecondFactor(page, 'elena')
    await page.waitForURL(/#\/home/)
    for (const screen of ['home', 'requests', 'people', 'account', 'no-such-page']) {
      await page.goto(`${stack.app}/consola/#/${screen}`)
      problems.push(...(await screenProblems(page, screen)))
    }
    expect(problems).toEqual([])
  })

  test('the list of every kind, its first object and the form of an action have no violation', async () => {
    const { page } = await stack.openAsOperator('elena', 'consola/#/home')
    await page.waitForURL(/#\/home/)
    const problems: string[] = []
    const opened: string[] = []
    for (const kind of KIND_NAMES) {
      const { path, title } = kindOf(kind)
      await page.goto(`${stack.app}/consola/#${path}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      problems.push(...(await accessibilityProblems(page, path)))
      const first = page.getByRole('list', { name: title, exact: true }).getByRole('button').first()
      if ((await first.count()) === 0) continue
      opened.push(kind)
      await first.click()
      await page.getByRole('link', { name: /^Volver a/ }).waitFor()
      problems.push(...(await accessibilityProblems(page, `${path} of one`)))
      const note = page.getByRole('button', { name: 'Anotar', exact: true })
      if ((await note.count()) === 0) continue
      await note.click()
      await page.getByRole('dialog').waitFor()
      problems.push(...(await axeViolations(page)))
    }
    expect(problems).toEqual([])
    expect(opened).toEqual(expect.arrayContaining(['payment', 'driver', 'station', 'reward']))
  })

  test('an operator without a second factor enrols it', async () => {
    const { page } = await stack.open('consola/')
    await page.route('**/api/user/process/login', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), secondFactor: 'none' } })
    })
    await signInAs(page, 'diego')
    await page.getByRole('heading', { name: 'Activá tu segundo factor' }).waitFor()
    const problems = await screenProblems(page, 'enrolment')
    await page.route('**/api/user/process/enrolSecondFactor', (route) =>
      route.fulfill({
        json: {
          responseHeader: { responseCode: '00', responseDescription: '', rrn: '1' },
          secret: 'SURTIDORDEMOSEGUNDOFACTORDEMOUYU',
          uri: 'otpauth://totp/Surtidor:diego?secret=SURTIDORDEMOSEGUNDOFACTORDEMOUYU',
        },
      }),
    )
    await page.getByLabel('Código de activación').fill('7KD2-MVX9-7KD2-MVX9')
    await page.getByLabel('Tu contraseña, otra vez').fill('demo-surtidor')
    await page.keyboard.press('Enter')
    await page
      .getByLabel(/^Código/)
      .last()
      .waitFor()
    problems.push(...(await screenProblems(page, 'the new key')))
    expect(problems).toEqual([])
  })
})
