import type { EmailTemplate } from '#server/mail/emailTemplate.ts'

const NOT_ME = 'Si no fuiste vos, no hagas nada: sin este código nadie puede seguir.'

/** Wants `code`, `link` and the `name` that was written: whoever did not register must see it. */
export const CONFIRM: EmailTemplate = {
  subject: 'Confirmá tu cuenta',
  lines: [
    'Para terminar tu registro en Surtidor, ingresá este código en los próximos 10 minutos.',
    'El registro está a nombre de {{name}}.',
  ],
  code: true,
  button: 'Confirmar mi cuenta',
  note: 'Si no sos vos o no te registraste, no hagas nada: sin este código nadie puede seguir.',
}

/** The same, while the code of another registration with this e-mail is good as well. */
export const CONFIRM_ONE_OF_SEVERAL: EmailTemplate = {
  ...CONFIRM,
  lines: [
    ...CONFIRM.lines,
    'Ojo: en estos minutos nos llegó otro registro con tu correo, y también te mandamos su código. Cada código vale para los datos y la contraseña que se escribieron con él: usá solo el del registro que hiciste vos.',
  ],
}

/** To who has an account with this e-mail. Wants `link`. */
export const EMAIL_TAKEN: EmailTemplate = {
  subject: 'Alguien quiso registrarse con tu correo',
  lines: [
    'Recibimos un registro con este correo, y ya tenés una cuenta con nosotros. No cambiamos nada.',
    'Si fuiste vos, ingresá con tu contraseña de siempre o pedí una nueva.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, no hace falta que hagas nada.',
}

/** To who has an account with this document, under another e-mail. Wants `link`. */
export const DOCUMENT_TAKEN: EmailTemplate = {
  subject: 'Alguien quiso registrarse con tu cédula',
  lines: [
    'Recibimos un registro con tu número de cédula desde otro correo. Tu cuenta es esta, y no cambiamos nada.',
    'Si fuiste vos, ingresá con este correo.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, no hace falta que hagas nada.',
}

/** To who registered with somebody's document: not told whose, nor which of the data it was. Wants `link`. */
export const NOT_REGISTERED: EmailTemplate = {
  subject: 'No pudimos completar tu registro',
  lines: [
    'Con los datos que nos diste no pudimos crear una cuenta nueva. Puede que ya tengas una con otro correo.',
    'Revisá tus datos e intentá de nuevo. Si el problema sigue, acercate a una estación de la red con tu cédula.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, no hace falta que hagas nada.',
}

/** Wants `code` and `link`. */
export const RESET: EmailTemplate = {
  subject: 'Elegí una contraseña nueva',
  lines: ['Ingresá este código en los próximos 10 minutos y elegí tu contraseña nueva.'],
  code: true,
  button: 'Elegir mi contraseña',
  note: NOT_ME,
}

/** Wants `link`. */
export const PASSWORD_CHANGED: EmailTemplate = {
  subject: 'Tu contraseña cambió',
  lines: [
    'La contraseña de tu cuenta cambió recién, y cerramos las otras sesiones que tenías abiertas.',
  ],
  button: 'Ir a Surtidor',
  note: 'Si no fuiste vos, pedí ya una contraseña nueva desde la pantalla de ingreso.',
}

/** Wants `title`. */
export const MESSAGE_RECEIVED: EmailTemplate = {
  subject: 'Recibimos tu mensaje',
  lines: ['Gracias por escribirnos sobre «{{title}}». Lo va a leer una persona de la red.'],
  note: 'No hace falta que contestes este correo.',
}
