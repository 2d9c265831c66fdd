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

/** To a person who got a role. */
export const ROLE_GIVEN: EmailTemplate = {
  subject: 'Tu rol en Surtidor cambió',
  lines: [
    '{{name}} te dio el rol «{{role}}» el {{when}} (hora de Montevideo). Es el único que tenés ahora.',
    'Cerramos tus sesiones: ingresá de nuevo para usarlo. Si te pide un código para activar tu segundo factor, te lo da quien administra la red.',
  ],
  button: 'Ir a la consola',
  note: 'Si no lo esperabas, avisale a quien administra la red.',
}

/** To a person whose role was taken. */
export const ROLE_TAKEN: EmailTemplate = {
  subject: 'Ya no tenés un rol en Surtidor',
  lines: [
    '{{name}} te quitó el rol que tenías en la red el {{when}} (hora de Montevideo). Cerramos tus sesiones.',
    'Tu cuenta sigue: con ella podés entrar a la app como cualquier conductor.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no lo esperabas, preguntale a quien administra la red.',
}

/** To an address that a holder invited to their company, with an account or without. */
export const COMPANY_INVITED: EmailTemplate = {
  subject: 'Te invitaron a una empresa en Surtidor',
  lines: [
    '{{name}} te invita a sumar a su empresa (RUT {{clientRUT}}) lo que cargues con los vehículos de la empresa.',
    'Si aceptás, va a ver esas compras: día, estación, litros, importe y comprobante. Las de tus otros vehículos, no. Lo podés dejar cuando quieras.',
    'Se acepta en la app, con una cuenta de este correo y una afiliación.',
  ],
  button: 'Ver la invitación',
  note: 'Si no conocés a esta persona, no hagas nada.',
}
