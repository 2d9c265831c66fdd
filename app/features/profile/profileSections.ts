import { loyalties } from '#contract/loyalty/loyalties.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { dataViews } from '#contract/user/dataViews.ts'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { sessions } from '#contract/user/sessions.ts'
import { userData } from '#contract/user/userData.ts'

/**
 * The parts of Mis Datos, as the address names them: the title in the overview and above the part itself,
 * and the query that the part draws.
 */
export const SECTIONS = {
  profile: { title: 'Datos personales', query: userData },
  email: { title: 'Correo electrónico', query: null },
  password: { title: 'Contraseña', query: null },
  passkeys: { title: 'Llaves de acceso', query: passkeys },
  bank: { title: 'Cuenta bancaria', query: loyalties },
  sessions: { title: 'Sesiones abiertas', query: sessions },
  notifications: { title: 'Notificaciones', query: notificationPreferences },
  views: { title: 'Quién miró tus datos', query: dataViews },
  data: { title: 'Tus datos y tu cuenta', query: null },
} as const
export type Section = keyof typeof SECTIONS

/** @returns undefined for the overview, also when the address names no part */
export const sectionOf = ({ section }: { section?: unknown }): Section | undefined =>
  (Object.keys(SECTIONS) as Section[]).find((one) => one === section)
