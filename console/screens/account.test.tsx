// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { renderConsole } from '#testing/browser/renderConsole.tsx'

afterEach(cleanup)

describe('account, password', () => {
  test('shows each error at its field and keeps what was typed', async () => {
    const desk = renderConsole('/account', {}, { passkeys: { passkeys: [] } })
    await desk.user.click(await screen.findByRole('button', { name: 'Cambiar la contraseña' }))
    const current = screen.getByLabelText('Contraseña actual')
    expect(document.activeElement).toBe(current)
    await screen.findByText('Escribí tu contraseña actual.')
    await desk.user.type(current, 'no es esta')
    const fresh = screen.getByLabelText<HTMLInputElement>('Contraseña nueva')
    await desk.user.type(fresh, 'corta{Enter}')
    await screen.findByText(/entre 8 y 128 caracteres\./)
    expect(desk.sentCalls.map(({ name }) => name)).not.toContain('updatePassword')
    await desk.user.type(fresh, ' pero ahora no')
    desk.replies.updatePassword = new ApiError(DENIED, WRONG_CURRENT_PASSWORD, {
      reason: 'wrong_password',
    })
    await desk.user.keyboard('{Enter}')
    await screen.findByText(WRONG_CURRENT_PASSWORD)
    expect(document.activeElement).toBe(current)
    expect(current.getAttribute('aria-invalid')).toBe('true')
    expect(fresh.value).toBe('corta pero ahora no')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says that it changed, and empties the fields', async () => {
    const desk = renderConsole('/account', {}, { updatePassword: { userSessionToken: 'fresh' } })
    await desk.user.type(await screen.findByLabelText('Contraseña actual'), 'demo-surtidor')
    await desk.user.type(screen.getByLabelText('Contraseña nueva'), 'una nueva bien larga{Enter}')
    await screen.findByText(/^Tu contraseña cambió/)
    expect(desk.sentCalls.at(-1)).toMatchObject({
      name: 'updatePassword',
      params: { user: 'diego@demo.surtidor.uy', currentPassword: 'demo-surtidor' },
    })
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña nueva').value).toBe('')
  })
})

describe('account, second factor', () => {
  test('is replaced with the password and a code of the one in force', async () => {
    const desk = renderConsole('/account', {}, { passkeys: { passkeys: [] } })
    await desk.user.click(await screen.findByRole('button', { name: 'Cambiar mi segundo factor' }))
    const password = screen.getByLabelText('Tu contraseña, otra vez')
    await desk.user.type(password, 'demo-surtidor{Enter}')
    await screen.findByText(SECOND_FACTOR_REQUIRED)
    const code = screen.getByLabelText('Código de tu factor de ahora')
    expect(document.activeElement).toBe(code)
    desk.replies.enrolSecondFactor = new ApiError(DENIED, WRONG_CURRENT_PASSWORD, {
      reason: 'wrong_password',
    })
    await desk.user.type(code, '123456{Enter}')
    await screen.findByText(WRONG_CURRENT_PASSWORD)
    expect(document.activeElement).toBe(password)
    desk.replies.enrolSecondFactor = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }
    desk.replies.confirmSecondFactor = { userSessionToken: 'raised' }
    await desk.user.keyboard('{Enter}')
    await screen.findByText('ABCD EFGH')
    await desk.user.type(screen.getByLabelText('Código que muestra la app'), '654321{Enter}')
    await screen.findByRole('button', { name: 'Cambiar mi segundo factor' })
    const sent = desk.sentCalls.map(({ name }) => name)
    expect(sent.filter((name) => /SecondFactor$|userData/.test(name))).toEqual([
      'enrolSecondFactor',
      'enrolSecondFactor',
      'confirmSecondFactor',
    ])
  })
})
