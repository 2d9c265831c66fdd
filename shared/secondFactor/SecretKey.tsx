import { useEffect, useRef } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { QrCode } from '#kit/display/QrCode.tsx'
import { buttonClasses } from '#kit/style/buttonClasses.ts'

/**
 * The key of a new second factor: a QR code for the authenticator app of another device, the typed
 * key, and a link to an authenticator app on this one.
 */
export function SecretKey({ secret, uri }: AnswerOf<typeof enrolSecondFactor>) {
  // The button that had the focus is gone.
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <div className="flex flex-col items-center gap-4 rounded-control bg-sunken p-4 text-center">
      <p ref={start} tabIndex={-1} className="text-pretty">
        Escaneá este código con tu app de códigos. Se muestra una sola vez.
      </p>
      <div className="w-full max-w-52">
        <QrCode value={uri} label="Código QR de tu segundo factor" />
      </div>
      <p className="text-sm text-soft">¿No podés escanearlo? Cargá esta clave a mano:</p>
      <p className="figures max-w-full font-mono text-lg font-semibold tracking-wide wrap-anywhere select-all">
        {inFours(secret)}
      </p>
      <a href={uri} className={buttonClasses('quiet', true)}>
        Abrir en la app de códigos
      </a>
    </div>
  )
}

/** A long key in groups of four, to be typed by hand. */
const inFours = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
