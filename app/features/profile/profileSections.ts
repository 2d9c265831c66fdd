/** The parts of Mis Datos, as the address names them. */
export const SECTIONS = [
  'profile',
  'email',
  'password',
  'passkeys',
  'bank',
  'sessions',
  'notifications',
  'data',
] as const
export type Section = (typeof SECTIONS)[number]

/** The title of each, in the overview and above the part itself. */
export const TITLES: Record<Section, string> = {
  profile: 'Datos personales',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passkeys: 'Llaves de acceso',
  bank: 'Cuenta bancaria',
  sessions: 'Sesiones abiertas',
  notifications: 'Notificaciones',
  data: 'Tus datos y tu cuenta',
}

/** @returns undefined for the overview, also when the address names no part */
export const sectionOf = ({ section }: { section?: unknown }): Section | undefined =>
  SECTIONS.find((one) => one === section)
