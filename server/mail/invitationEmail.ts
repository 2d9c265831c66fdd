import type { EmailTemplate } from '#server/mail/emailTemplates.ts'

/** To an email without an account, whose person will work at the network. */
export const OPERATOR_INVITED: EmailTemplate = {
  subject: 'Te invitaron a trabajar con Surtidor',
  lines: [
    '{{name}} te invita a trabajar en la red con el rol «{{role}}».',
    'Registrate con este correo en los próximos 7 días. Cuando confirmes tu cuenta vas a tener el rol, y quien te invitó te da el código para activar tu segundo factor.',
  ],
  button: 'Registrarme',
  note: 'Si no esperabas esta invitación, no hagas nada.',
}
