/** Accents of names as they are most often written in the US, for services that tell letters with and without them apart. */
import { latinLetters } from './typed-text.ts'

const NAMES =
  'García Díaz Muñoz Peña Núñez Ibáñez Yáñez Ríos Solís Valdés Garzón Calderón Rincón Rendón León Chacón Colón Beltrán Galván Guzmán Durán Román Terán Millán Farías Macías Mejía Rentería Echeverría Begoña Ávila Ávalos Álvaro Ángel Ángela Óscar José María Jesús Andrés Inés Moisés Sofía Lucía Rocío Raúl Saúl Iván Adrián Julián Sebastián Fabián Germán Hernán Damián Martín Joaquín Agustín Benjamín Valentín Tomás Nicolás Matías Elías Isaías Zacarías Héctor Víctor César Rubén Belén Mónica Verónica Angélica Bárbara Débora Ramón Simón Aarón Asunción Concepción Encarnación René Renée André Chloé Zoë Noël Noëlle Joël François Françoise Hélène Thérèse Élise Éric Aimée Anaïs'
const ACCENTED: ReadonlyMap<string, string> = new Map(
  NAMES.split(' ').map((name): [string, string] => [latinLetters(name).toLowerCase(), name]),
)
/** The vowel before -ez. */
const STRESSED = /[aeiou](?=[^aeiou\P{L}]{1,3}ez$)/iu

/** `Jose Martinez` is `José Martínez`. */
export function accentedNames(text: string): string {
  return text.replace(/\p{L}{3,}/gu, (word) => {
    const name =
      ACCENTED.get(word.toLowerCase()) ?? word.replace(STRESSED, (vowel) => `${vowel}\u0301`.normalize('NFC'))
    if (word === word.toLowerCase()) return name.toLowerCase()
    return word === word.toUpperCase() ? name.toUpperCase() : name
  })
}
