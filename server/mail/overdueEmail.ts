import type { EmailTemplate } from '#server/mail/emailTemplates.ts'

/** To an operator who asked for it; how many of each follow as facts, without personal data. */
export const OVERDUE: EmailTemplate = {
  subject: 'Hay cosas que esperan hace mucho',
  lines: ['Desde el último aviso, en la consola esto pasó el tiempo que puede esperar:'],
  button: 'Abrir la consola',
  note: 'Te lo mandamos porque lo pediste en «Mi cuenta» de la consola: ahí lo podés apagar. De cada cosa avisamos una vez.',
}
