// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BIRTHDATE_CROSSES_AGE } from '#contract/fields/birthdate.ts'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { INVALID_MOBILE } from '#contract/fields/profile.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { errorOf, field, fillFields, press, sent } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aUser } from '#testing/fixtures/entities.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const user = aUser()
const account = (fields: object = {}) => ({
  user: { ...user, ...fields },
  loyalties: [],
  roles: [ROLES[USER]],
})
const open = (section: string, replies: Replies) =>
  renderApp(`/editUser?section=${section}`, { replies })
const wayBack = () => screen.findByRole('link', { name: 'Volver a Mis Datos' })

describe('editUser', () => {
  test('leads from the overview to each part and back', async () => {
    const app = renderApp('/editUser', { replies: { userData: account() } })
    for (const name of [
      'Datos personales',
      'Cuenta bancaria',
      'Notificaciones',
      'Correo electrónico',
      'Contraseña',
      'Sesiones abiertas',
      'Tus datos y tu cuenta',
    ])
      expect(
        (await screen.findAllByRole('link', { name: new RegExp(`^${name}`) })).length,
      ).toBeGreaterThan(0)
    await app.user.click(screen.getByRole('link', { name: /^Datos personales/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Datos personales' })).toBeTruthy()
    expect(app.address()).toBe('/editUser?section=profile')
    await app.user.click(await wayBack())
    expect(await screen.findByRole('heading', { level: 1, name: 'Mis Datos' })).toBeTruthy()
  })

  describe('profile', () => {
    test('shows the profile as people write it, and stores the changes', async () => {
      const app = open('profile', {
        userData: account(),
        updateUser: account({ firstName: 'Ana Laura' }),
      })
      expect((await field('Celular')).value).toBe('092 000 001')
      expect((await field('Fecha de nacimiento')).value).toBe('14/03/1987')
      expect((await field('Calle y número')).value).toBe('Sarandí 1450, apto 2')
      const document = await field('Cédula de identidad')
      expect([document.value, document.readOnly]).toEqual(['9.000.001-8', true])
      await fillFields(app, { Nombre: 'Ana Laura' })
      await press(app, 'Guardar los cambios')
      await waitFor(() =>
        expect(sent(app, 'updateUser')).toEqual([
          {
            user: {
              firstName: 'Ana Laura',
              firstSurname: 'Pereira',
              birthdate: '19870314',
              sex: 'F',
              mobile: '092 000 001',
              address: 'Sarandí 1450, apto 2, Montevideo, Uruguay',
            },
          },
        ]),
      )
      await waitFor(() => expect(sessionStorage.getItem('currentUser')).toContain('Ana Laura'))
    })

    test('leads to the photo of the document for a second correction of the birthdate', async () => {
      const app = open('profile', {
        userData: account(),
        sentMessages: { messages: [], next: '' },
      })
      await app.user.click(await screen.findByRole('link', { name: /Mandanos una foto/ }))
      expect(await field('Foto de tu cédula')).toBeTruthy()
      expect(app.address()).toBe('/commnents?about=birthdate')
    })

    test.each([
      ['Celular', INVALID_MOBILE, 'invalid_mobile'],
      ['Fecha de nacimiento', BIRTHDATE_CROSSES_AGE, 'invalid_birthdate'],
    ] as const)('shows the refusal about %s at its field only', async (label, sentence, reason) => {
      const app = open('profile', {
        userData: account(),
        updateUser: new ApiError(DENIED, sentence, { reason }),
      })
      await fillFields(app, { Celular: '+54 9 11 0000' })
      await press(app, 'Guardar los cambios')
      await waitFor(async () => expect(await errorOf(label)).toBe(sentence))
      expect(document.activeElement).toBe(await field(label))
      expect(screen.getAllByText(sentence)).toHaveLength(1)
      expect((await field('Celular')).value).toBe('+54 9 11 0000')
    })

    test('says that a mobile is none when it is left, and no more when it is right', async () => {
      const app = open('profile', { userData: account(), updateUser: account() })
      await fillFields(app, { Celular: '099 12' })
      await app.user.tab()
      expect(await errorOf('Celular')).toBe(INVALID_MOBILE)
      await app.user.type(await field('Celular'), '3 456')
      expect(await errorOf('Celular')).toBeUndefined()
      expect(sent(app, 'updateUser')).toEqual([])
    })

    test('asks before unsaved changes are left, and not after they are stored or undone', async () => {
      const app = open('profile', { userData: account(), updateUser: account() })
      const leave = async () => app.user.click(await wayBack())
      await fillFields(app, { Ciudad: 'Salto' })
      await leave()
      const dialog = await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' })
      await app.user.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect((await field('Ciudad')).value).toBe('Salto')
      await press(app, 'Guardar los cambios')
      await waitFor(() => expect(sent(app, 'updateUser')).toHaveLength(1))
      await leave()
      expect(await screen.findByRole('heading', { level: 1, name: 'Mis Datos' })).toBeTruthy()
    })
  })

  describe('email', () => {
    test('asks for the password, then for both codes, and signs in with the new address', async () => {
      const app = open('email', {
        requestEmailChange: {},
        confirmEmailChange: { user: { ...user, email: 'ana@nuevo.example' } },
      })
      await fillFields(app, {
        'Correo nuevo': 'Ana@Nuevo.example',
        'Tu contraseña': 'demo-surtidor',
      })
      await press(app, 'Mandar los códigos')
      await fillFields(app, {
        'Código que mandamos a ana@demo.surtidor.uy': '7KD2-MVX9',
        'Código que mandamos a ana@nuevo.example': 'q4ht 2b6c',
      })
      await press(app, 'Cambiar mi correo')
      expect(await screen.findByRole('heading', { level: 1, name: 'Mis Datos' })).toBeTruthy()
      expect(sent(app, 'requestEmailChange')).toEqual([
        { email: 'ana@nuevo.example', password: 'demo-surtidor' },
      ])
      expect(sent(app, 'confirmEmailChange')).toEqual([
        { oldCode: '7KD2-MVX9', newCode: 'q4ht 2b6c' },
      ])
      expect(sessionStorage.getItem('currentUser')).toContain('ana@nuevo.example')
    })

    test('shows each error at its field and keeps what was typed', async () => {
      const app = open('email', {
        requestEmailChange: new ApiError(DENIED, WRONG_CURRENT_PASSWORD, {
          reason: 'wrong_password',
        }),
      })
      await press(app, 'Mandar los códigos')
      expect(await errorOf('Correo nuevo')).toBe('Escribí tu correo.')
      expect(await errorOf('Tu contraseña')).toBe('Escribí tu contraseña.')
      await fillFields(app, { 'Correo nuevo': 'ana@demo.surtidor.uy', 'Tu contraseña': 'mal' })
      await press(app, 'Mandar los códigos')
      expect(await errorOf('Correo nuevo')).toBe('Ese ya es tu correo. Escribí el nuevo.')
      await fillFields(app, { 'Correo nuevo': 'ana@nuevo.example' })
      await press(app, 'Mandar los códigos')
      await waitFor(async () => expect(await errorOf('Tu contraseña')).toBe(WRONG_CURRENT_PASSWORD))
      expect((await field('Correo nuevo')).value).toBe('ana@nuevo.example')
    })
  })
})
