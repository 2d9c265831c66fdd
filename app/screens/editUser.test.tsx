// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PREFERENCES } from '#contract/entities/notificationPreference.ts'
import { BIRTHDATE_CROSSES_AGE } from '#contract/fields/birthdate.ts'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { INVALID_MOBILE } from '#contract/fields/profile.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { aLoyalty } from '#testing/fixtures.ts'
import { type RenderedApp, type Replies, renderApp } from '#testing/renderApp.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const user = {
  email: 'ana@demo.surtidor.uy',
  firstName: 'Ana',
  firstSurname: 'Pereira',
  documentNumber: '90000018',
  birthdate: '19870314',
  sex: 'F' as const,
  mobile: '+59892000001',
  address: 'Sarandí 1450, apto 2, Montevideo, Uruguay',
}
const account = (fields: object = {}) => ({
  user: { ...user, ...fields },
  loyalties: [],
  roles: [ROLES[USER]],
})
const open = (section: string, replies: Replies) =>
  renderApp(`/editUser?section=${section}`, { replies })
const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
const press = async (app: RenderedApp, name: string | RegExp) =>
  app.user.click(await screen.findByRole('button', { name }))
async function write(app: RenderedApp, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await app.user.clear(await field(label))
    await app.user.type(await field(label), text)
  }
}
const errorOf = async (label: string) => {
  const input = await field(label)
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent
}
const wayBack = async () =>
  within(await screen.findByRole('navigation', { name: 'Volver' })).getByRole('link', {
    name: 'Mis Datos',
  })
const sent = (app: RenderedApp, name: string) =>
  app.asked.filter(({ service }) => service === name).map(({ params }) => params)

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
      await write(app, { Nombre: 'Ana Laura' })
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

    test.each([
      ['Celular', INVALID_MOBILE],
      ['Fecha de nacimiento', BIRTHDATE_CROSSES_AGE],
    ])('shows the refusal about %s at its field only', async (label, sentence) => {
      const app = open('profile', {
        userData: account(),
        updateUser: new ApiError(DENIED, sentence),
      })
      await write(app, { Celular: '12' })
      await press(app, 'Guardar los cambios')
      await waitFor(async () => expect(await errorOf(label)).toBe(sentence))
      expect(document.activeElement).toBe(await field(label))
      expect(screen.getAllByText(sentence)).toHaveLength(1)
      expect((await field('Celular')).value).toBe('12')
    })

    test('asks before unsaved changes are left, and not after they are stored or undone', async () => {
      const app = open('profile', { userData: account(), updateUser: account() })
      const leave = async () => app.user.click(await wayBack())
      await write(app, { Ciudad: 'Salto' })
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

    test('offline says so, with a way to try again', async () => {
      const app = open('profile', { userData: noAnswer('offline') })
      expect(await screen.findByText('Estás sin conexión')).toBeTruthy()
      app.replies.userData = account()
      await press(app, /Probar de nuevo|Reintentar/)
      expect((await field('Nombre')).value).toBe('Ana')
    })
  })

  describe('email', () => {
    test('asks for the password, then for both codes, and signs in with the new address', async () => {
      const app = open('email', {
        requestEmailChange: {},
        confirmEmailChange: { user: { ...user, email: 'ana@nuevo.example' } },
      })
      await write(app, { 'Correo nuevo': 'Ana@Nuevo.example', 'Tu contraseña': 'demo-surtidor' })
      await press(app, 'Mandar los códigos')
      await write(app, {
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
        requestEmailChange: new ApiError(DENIED, WRONG_CURRENT_PASSWORD),
      })
      await press(app, 'Mandar los códigos')
      expect(await errorOf('Correo nuevo')).toBe('Escribí tu correo.')
      expect(await errorOf('Tu contraseña')).toBe('Escribí tu contraseña.')
      await write(app, { 'Correo nuevo': 'ana@demo.surtidor.uy', 'Tu contraseña': 'mal' })
      await press(app, 'Mandar los códigos')
      expect(await errorOf('Correo nuevo')).toBe('Ese ya es tu correo. Escribí el nuevo.')
      await write(app, { 'Correo nuevo': 'ana@nuevo.example' })
      await press(app, 'Mandar los códigos')
      await waitFor(async () => expect(await errorOf('Tu contraseña')).toBe(WRONG_CURRENT_PASSWORD))
      expect((await field('Correo nuevo')).value).toBe('ana@nuevo.example')
    })
  })

  describe('bank', () => {
    const bank = { accountBank: 'Itaú', accountBankType: 'CA', accountBankNumber: '0012345678' }

    test('shows the stored account with its type first, and stores a change', async () => {
      const app = open('bank', {
        loyalties: { loyalties: [aLoyalty(bank)] },
        updateMembershipData: {},
      })
      const type = await screen.findByLabelText<HTMLSelectElement>('Tipo de cuenta')
      expect([...type.options].map(({ text }) => text)).toEqual([
        'Elegí',
        'Caja de ahorro',
        'Cuenta corriente',
      ])
      await write(app, { 'Número de cuenta': '12' })
      await press(app, 'Guardar la cuenta')
      expect(await errorOf('Número de cuenta')).toMatch(/entre 5 y 20 dígitos/)
      await write(app, { 'Número de cuenta': '001 234-567' })
      await press(app, 'Guardar la cuenta')
      await waitFor(() =>
        expect(sent(app, 'updateMembershipData')).toMatchObject([
          { ...bank, accountBankNumber: '001234567' },
        ]),
      )
    })

    test('without a membership says what it is for and leads to the programmes', async () => {
      open('bank', { loyalties: { loyalties: [] } })
      expect(await screen.findByText('Todavía no tenés una afiliación')).toBeTruthy()
      const link = screen.getByRole('link', { name: 'Ver los programas' })
      expect(link.getAttribute('href')).toMatch(/\/listLoyalty$/)
    })
  })

  describe('sessions', () => {
    const session = (sessionId: string, device: string, current = false) => ({
      sessionId,
      platform: 'b' as const,
      device,
      since: '20261119090000',
      lastUse: '20261120101500',
      current,
    })
    const three = [
      session('1', 'Firefox en Linux', true),
      session('2', 'Chrome en Android'),
      session('3', ''),
    ]

    test('marks this one and ends another, after a question', async () => {
      const app = open('sessions', { sessions: { sessions: three }, endSession: {} })
      expect(await screen.findByText('Esta sesión')).toBeTruthy()
      expect(screen.getAllByText('Último uso: hoy a las 10:15')).toHaveLength(2)
      expect(screen.getByText('Navegador')).toBeTruthy()
      expect(screen.queryByRole('button', { name: /Firefox/ })).toBeNull()
      await press(app, 'Cerrar la sesión de Chrome en Android')
      const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar esa sesión?' })
      app.replies.sessions = { sessions: three.slice(0, 1) }
      await app.user.click(within(dialog).getByRole('button', { name: 'Ok' }))
      expect(await screen.findByText('No está abierta en ningún otro lado.')).toBeTruthy()
      expect(sent(app, 'endSession')).toEqual([{ sessionId: '2' }])
    })

    test('ends all others at once', async () => {
      const app = open('sessions', { sessions: { sessions: three }, endSession: {} })
      await press(app, 'Cerrar todas las demás')
      const dialog = await screen.findByRole('alertdialog')
      expect(within(dialog).getByText(/Se cierran 2 sesiones/)).toBeTruthy()
      await app.user.click(within(dialog).getByRole('button', { name: 'Ok' }))
      await waitFor(() => expect(sent(app, 'endSession')).toEqual([{ sessionId: '' }]))
    })
  })

  describe('notifications', () => {
    const preferences = PREFERENCES.map((one) => ({ ...one, enabled: true }))

    test('turns a type off at once; payments have no switch', async () => {
      const app = open('notifications', {
        notificationPreferences: { preferences },
        setNotificationPreference: { preferences },
      })
      const promotions = await screen.findByRole<HTMLInputElement>('checkbox', {
        name: 'Promociones: en la app',
      })
      app.replies.notificationPreferences = {
        preferences: preferences.map((one) => ({ ...one, enabled: one.type !== 3 })),
      }
      await app.user.click(promotions)
      expect(sent(app, 'setNotificationPreference')).toEqual([
        { type: 3, channel: 'app', enabled: false },
      ])
      await waitFor(() => expect(promotions.checked).toBe(false))
      const pay = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Pagos: en la app' })
      expect([pay.checked, pay.disabled]).toEqual([true, true])
    })

    test('a switch that could not be stored goes back, and the reason is shown', async () => {
      const app = open('notifications', {
        notificationPreferences: { preferences },
        setNotificationPreference: noAnswer('unreachable'),
      })
      const mails = await screen.findByRole<HTMLInputElement>('checkbox', {
        name: 'Mensajes: por correo',
      })
      await app.user.click(mails)
      expect(await screen.findByText(/No pudimos conectarnos/)).toBeTruthy()
      expect(mails.checked).toBe(true)
    })
  })

  describe('data', () => {
    test('deletes the account after the password and a question, and leads home', async () => {
      const app = open('data', { deleteAccount: new ApiError(DENIED, WRONG_CURRENT_PASSWORD) })
      expect(await screen.findByText('Se borra, y no vuelve')).toBeTruthy()
      await press(app, 'Borrar mi cuenta')
      expect(await errorOf('Tu contraseña')).toBe('Escribí tu contraseña.')
      await write(app, { 'Tu contraseña': 'mal' })
      const confirm = async () => {
        await press(app, 'Borrar mi cuenta')
        const dialog = await screen.findByRole('alertdialog')
        await app.user.click(within(dialog).getByRole('button', { name: 'Ok' }))
      }
      await confirm()
      await waitFor(async () => expect(await errorOf('Tu contraseña')).toBe(WRONG_CURRENT_PASSWORD))
      app.replies.deleteAccount = {}
      await write(app, { 'Tu contraseña': 'demo-surtidor' })
      await confirm()
      await waitFor(() => expect(app.address()).toBe('/home'))
      expect(sessionStorage.getItem('currentUser')).toBeNull()
    })

    test('a refused deletion says why and changes nothing', async () => {
      const sentence = 'Tenés un pago en curso. Esperá a que termine y probá de nuevo.'
      const app = open('data', { deleteAccount: new ApiError(DENIED, sentence) })
      await write(app, { 'Tu contraseña': 'demo-surtidor' })
      await press(app, 'Borrar mi cuenta')
      const dialog = await screen.findByRole('alertdialog')
      await app.user.click(within(dialog).getByRole('button', { name: 'Ok' }))
      expect(await screen.findByText(sentence)).toBeTruthy()
      expect(app.address()).toBe('/editUser?section=data')
    })
  })
})
