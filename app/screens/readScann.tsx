export { default } from '#app/screens/payment.tsx'
