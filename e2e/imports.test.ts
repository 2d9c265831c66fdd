import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { payWith, waitUntilIdle } from '#e2e/browserSession.ts'
import { stackForFile } from '#e2e/stackForFile.ts'
import { debtsFile } from '#testing/imports/importFiles.ts'
import { runToEnd } from '#testing/programs/runToEnd.ts'

const stack = stackForFile()

/** Runs `npm run import` on the data of the stack. */
async function run(...args: string[]): Promise<string> {
  const env = { ...process.env, ...stack.dataSettings }
  return (await runToEnd('tools/commands/import.ts', { args, env })).output
}
/** Imports a text as a file of a kind. @returns the number by which it is undone */
async function importFile(kind: string, content: string): Promise<string> {
  const path = join(stack.dataSettings.DATA_DIR ?? '', `${kind}.csv`)
  await writeFile(path, content)
  const output = await run(kind, path)
  const [, number] = /--undo (\d+)/.exec(output) ?? []
  if (!number) throw new Error(output)
  return number
}

describe('files that are imported, on the phone of the driver', () => {
  test('a debt is paid in the app, and its import can no longer be undone and says why', async () => {
    const number = await importFile(
      'debts',
      debtsFile([
        { referencia: 'IMP-1', concepto: 'Cuenta de agosto', importe: '1.234,50' },
        { referencia: 'IMP-2', concepto: 'Cuenta de setiembre' },
      ]),
    )
    const { page } = await stack.openAs('ana', 'payment')
    const debt = page.getByRole('listitem').filter({ hasText: 'Cuenta de agosto' })
    await debt.getByText('$ 1.234,50').waitFor()
    await debt.getByRole('link').or(debt.getByRole('button')).click()
    await page.getByRole('button', { name: /^Ir a pagar/ }).click()
    await payWith(page)
    await page.getByText('¡Listo! Pagaste').waitFor()
    expect(await run('--undo', number)).toContain(
      `${number} no se puede deshacer: IMP-1 ya está paga`,
    )
    await page.goto(`${stack.app}/#/payment`)
    await page.getByText('Cuenta de setiembre').waitFor()
  })

  test('a price of a decree is announced on the map, and shown from its day on', async () => {
    const day = toDate(new Date(Date.now() + 3 * DAY_MS)).replace(/(....)(..)(..)/, '$3/$2/$1')
    await importFile(
      'prices',
      `producto;desde;hasta;precio;norma\nSuper;${day};;91,23;Decreto 7/027`,
    )
    const { page } = await stack.openAs('ana', 'map?station=E001')
    const fuel = page.getByRole('listitem').filter({ hasText: 'Super' }).first()
    await fuel.getByText(/^desde el .*: .*91,23/).waitFor()
    expect(await fuel.innerText()).not.toContain('Decreto 7/027')

    stack.wait(3 * DAY_MS)
    // By this header, which is the machine's clock, the app corrects its own.
    const date = new Date(Date.now() + 3 * DAY_MS).toUTCString()
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), date } })
    })
    await page.reload()
    await waitUntilIdle(page)
    await fuel.getByText('Decreto 7/027').waitFor()
    expect(await fuel.innerText()).toContain('91,23')
  })
})
