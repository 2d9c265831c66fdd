import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApp } from '#app/context.ts'

/**
 * Goes to login after a change of an account, with the e-mail filled in and a message. When a
 * session of another account is active it stays, and `message` is for the screen to show.
 */
export function useGoToLogin() {
  const { session } = useApp()
  const navigate = useNavigate()
  const [message, setMessage] = useState<string | null>(null)
  const goToLogin = (email: string, done: string) => {
    if (session.current()) setMessage(done)
    else void navigate({ to: '/login', replace: true, state: { email, message: done } })
  }
  return { message, goToLogin }
}
