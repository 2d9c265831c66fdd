/** How a small mark feels: its tint and the colour of what stands on it. */
export type Tone = 'neutral' | 'brand' | 'good' | 'warn' | 'bad'

export const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-soft',
  brand: 'bg-brand-tint text-brand-text',
  good: 'bg-good-tint text-good',
  warn: 'bg-sun-tint text-sun-text',
  bad: 'bg-bad-tint text-bad',
}
