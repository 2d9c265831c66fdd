// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { UBER } from '#contract/roles.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aPendingRequest, listOf } from '#testing/fixtures/membershipRequests.ts'

afterEach(cleanup)

/** The screen of Carla, a sponsor. */
const open = (replies: Replies) =>
  renderApp('/listDrivers', {
    name: 'Carla',
    roles: [UBER],
    replies: {
      userData: { secondFactor: 'shown' },
      membershipRequestList: listOf(aPendingRequest()),
      validateMembershipRequest: {},
      ...replies,
    },
  })

// What the list does is in shared/approvals/Approvals.test.tsx.
describe('listDrivers', () => {
  test('decides on a pending request, one or several, and links the console', async () => {
    const app = open({})
    const link = await screen.findByRole('link', { name: 'Abrir la consola' })
    expect(link.getAttribute('href')).toBe('/consola/')
    await app.user.click(await screen.findByLabelText('Elegir la de Patricia Sosa'))
    const bar = screen.getByRole('region', { name: 'Solicitudes elegidas' })
    expect(within(bar).getByText('1 elegida')).toBeTruthy()
    await app.user.click(await screen.findByRole('button', { name: /^Patricia Sosa/ }))
    const sheet = await screen.findByRole('dialog', { name: 'Patricia Sosa' })
    expect(app.address()).toBe('/listDrivers?reference=SOL-1')
    await app.user.click(within(sheet).getByRole('button', { name: 'Autorizar' }))
    app.replies.membershipRequestList = listOf()
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Ok' }),
    )
    await screen.findByText('Estás al día')
  })

  test('a session without its second factor shows it here, and then sees the list', async () => {
    const app = open({ userData: { secondFactor: 'notShown' }, confirmSecondFactor: {} })
    const code = await screen.findByLabelText('Código que muestra la app')
    expect(app.sentCalls.some(({ name }) => name === 'membershipRequestList')).toBe(false)
    await app.user.type(code, '12{Enter}')
    await screen.findByText('El código del segundo factor son 6 números.')
    await app.user.clear(code)
    app.replies.userData = { secondFactor: 'shown' }
    await app.user.type(code, '123 456{Enter}')
    await screen.findByText('Patricia Sosa')
    expect(app.sentCalls.find(({ name }) => name === 'confirmSecondFactor')?.params).toEqual({
      code: '123456',
    })
  })

  test('an account without a second factor enrols one here, with a QR code and the key as text', async () => {
    const app = open({
      userData: { secondFactor: 'none' },
      enrolSecondFactor: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Surtidor:carla?secret=ABC' },
      confirmSecondFactor: {},
    })
    await app.user.type(await screen.findByLabelText('Código de activación'), '7KD2MVX97KD2MVX9')
    await app.user.type(screen.getByLabelText('Tu contraseña, otra vez'), 'secreto{Enter}')
    await screen.findByRole('img', { name: 'Código QR de tu segundo factor' })
    screen.getByText('ABCD EFGH IJ')
    app.replies.userData = { secondFactor: 'shown' }
    await app.user.type(screen.getByLabelText('Código que muestra la app'), '123456{Enter}')
    await screen.findByText('Patricia Sosa')
  })

  test('replaces the second factor from the top bar', async () => {
    const app = open({
      enrolSecondFactor: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Surtidor:carla?secret=ABC' },
      confirmSecondFactor: { userSessionToken: 'raised' },
    })
    await app.user.click(await screen.findByRole('button', { name: 'Cambiar tu segundo factor' }))
    const sheet = await screen.findByRole('dialog', { name: 'Cambiar tu segundo factor' })
    await app.user.type(within(sheet).getByLabelText('Tu contraseña, otra vez'), 'secreto')
    const current = within(sheet).getByLabelText('Código de tu factor de ahora')
    await app.user.type(current, '654321{Enter}')
    await app.user.type(
      await within(sheet).findByLabelText('Código que muestra la app'),
      '123456{Enter}',
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
