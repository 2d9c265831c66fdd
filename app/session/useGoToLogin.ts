import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApp } from '#app/context.ts'

/**
 * The way to login after something was done for an account: login tells it and has the e-mail.
 * Where another person is signed in they stay so, and `news` is for the screen to tell.
 */
export function useGoToLogin() {
  const { session } = useApp()
  const navigate = useNavigate()
  const [news, setNews] = useState<string | null>(null)
  const toLogin = (email: string, done: string) => {
    if (session.current()) setNews(done)
    else void navigate({ to: '/login', replace: true, state: { email, news: done } })
  }
  return { news, toLogin }
}
