/**
 * Common passwords of eight characters or more, in lower case: the heads of the public lists of
 * leaked passwords, and words that are popular in Uruguay.
 */
const COMMON = new Set(
  `12345678 123456789 1234567890 12345678910 123123123 11111111 00000000 87654321 987654321
  0987654321 11223344 12341234 12344321 13131313 123321123 147258369 159357456 789456123 741852963
  88888888 99999999 55555555 22222222 66666666 77777777 33333333 44444444 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx qazwsxedc zaq12wsx qwertyui qwertyuiop qwerty123 qwerty12 qwerty1234 asdfghjk asdfghjkl
  zxcvbnm123 asdf1234 asdfasdf qweasdzxc q1w2e3r4 q1w2e3r4t5 abcd1234 abc12345 abcdefgh abcdefghi
  a1b2c3d4 aa123456 password passw0rd p@ssw0rd p@ssword password1 password12 password123
  password1234 pass1234 passpass letmein1 letmein123 welcome1 welcome123 iloveyou iloveyou1
  sunshine princess football baseball superman spiderman batman123 pokemon123 starwars dragon123
  monkey123 michael1 jennifer michelle computer internet whatever trustno1 changeme changeme123
  master123 admin123 admin1234 administrator adminadmin root1234 test1234 testtest guest1234
  default1 secret123 google123 facebook samsung1 minecraft fuckyou1 hello123 charlie1 jordan23
  liverpool chelsea1 arsenal1 barcelona realmadrid juventus mercedes ferrari1 corvette mustang1
  contraseña contrasena contraseña1 contraseña123 contrasena1 contrasena123 contraseña1234 clave123
  clave1234 claveclave miclave123 micontraseña micontrasena password.123 hola1234 holahola
  hola12345 holamundo bienvenido bienvenida bienvenido1 teamo123 teamomucho teamoteamo tequiero
  tequiero1 tequieromucho amor1234 miamor123 mivida123 amorcito corazon1 estrella princesa
  princesa1 mariposa mariposas chocolate sebastian alejandro alejandra valentina santiago
  francisco fernando fernanda gabriela carolina estefania florencia agustina martina1 federico
  guillermo gonzalo1 rodrigo1 matias123 camila123 nacional nacional1899 nacional1 peñarol1
  penarol1 peñarol1891 penarol1891 carbonero bolsodelpueblo manyamanya lacelest laceleste
  uruguay1 uruguay123 uruguay1234 uruguay2024 uruguay2025 uruguay2026 uruguay1930 uruguay1950
  montevideo montevideo1 montevideo123 maldonado paysandu1 soycampeon suarez09 luissuarez
  forlan10 cavani21 mate1234 tortafrita dulcedeleche chivito1 surtidor surtidor1 surtidor123
  surtidor1234 petrobras petrobras1 estacion estacion1 combustible gasolina nafta123 diosesamor
  diosesfiel jesucristo jesus123 virgenmaria verano2024 verano2025 verano2026 primavera invierno
  diciembre septiembre setiembre noviembre`.split(/\s+/),
)

/** Whether a password is common, one character repeated, or the person's own email. */
export function isCommon(password: string, email: string): boolean {
  const folded = password.toLowerCase()
  return (
    COMMON.has(folded) ||
    /^(.)\1*$/.test(folded) ||
    folded === email ||
    folded === email.slice(0, email.indexOf('@'))
  )
}
