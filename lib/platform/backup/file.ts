/**
 * A backup's file: a line that says what it is, then the lines of its content, compressed and, with a passphrase, sealed
 * by AES-256-GCM. The last line holds the SHA-256 of those before it, so that a file that was cut or changed is refused whole.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'

/** A backup that can't be made or used; the message is one line that says what to do. */
export class BackupProblem extends Error {}

const FORMAT = 1
const TAG_BYTES = 16
/** Longer than any first line. */
const HEAD_BYTES = 4_096

const head = z.object({
  vialdesk_backup: z.literal(FORMAT),
  /** Version of the program, and the newest of its migrations. */
  version: z.string(),
  schema: z.string(),
  made_at: z.iso.datetime(),
  sealed: z.object({ salt: z.base64(), iv: z.base64() }).nullable(),
})
export type Head = z.infer<typeof head>
const last = z.object({ sha256: z.string() })

const deriveKey = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt)
const keyOf = (passphrase: string, salt: Buffer) => deriveKey(passphrase, salt, 32, { N: 2 ** 17, maxmem: 2 ** 28 })

interface Seal {
  head: Pick<Head, 'version' | 'schema' | 'made_at'>
  passphrase: string | null
}

/** Writes what `fill` hands over, to disk, under the name only once it is whole. @throws BackupProblem where there is such a file */
export async function writeBackup(
  path: string,
  { head: facts, passphrase }: Seal,
  fill: (write: (value: unknown) => Promise<void>) => Promise<void>,
): Promise<void> {
  await refuseExisting(path)
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const sealed = passphrase === null ? null : { salt: salt.toString('base64'), iv: iv.toString('base64') }
  const first = `${JSON.stringify({ vialdesk_backup: FORMAT, ...facts, sealed } satisfies Head)}\n`
  // Two backups, or another account in this directory, can't meet in it.
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  const lines = new PassThrough()
  const cipher = passphrase === null ? null : createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), iv)
  cipher?.setAAD(Buffer.from(first))
  try {
    const file = createWriteStream(draft, { flags: 'wx', flush: true, mode: 0o600 })
    file.write(first)
    const written = pipeline([lines, createGzip(), ...(cipher ? [cipher] : []), file], { end: cipher === null })
    const hash = createHash('sha256')
    const write = async (value: unknown) => {
      const line = `${JSON.stringify(value)}\n`
      hash.update(line)
      if (!lines.write(line)) await Promise.race([once(lines, 'drain'), written])
    }
    const filled = fill(write).then(() => lines.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`))
    await Promise.all([filled, written]).catch(async (error: unknown) => {
      lines.destroy()
      // One that is still being opened would appear after its removal.
      if (!file.closed) await new Promise<void>((resolve) => file.destroy().once('close', resolve))
      throw error
    })
    if (cipher) {
      file.end(cipher.getAuthTag())
      await once(file, 'close')
    }
    await publish(draft, path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw UNWRITABLE.has(code) ? new BackupProblem(`${path} can’t be written (${code}).`, { cause }) : cause
  } finally {
    await rm(draft, { force: true })
  }
}

const UNWRITABLE = new Set(['EACCES', 'EDQUOT', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'])

/** @throws BackupProblem */
export async function refuseExisting(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) throw alreadyThere(path)
}

const alreadyThere = (path: string) => new BackupProblem(`${path} is there already. Name another file.`)

/** Gives the draft its name, never in place of another file, and has the directory keep it. */
async function publish(draft: string, path: string): Promise<void> {
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw alreadyThere(path)
    // A disk without hard links.
    return rename(draft, path)
  })
  if (process.platform === 'win32') return
  const directory = await open(dirname(path))
  await directory.sync().finally(() => directory.close())
}

/** @throws BackupProblem for a file that is none */
export async function readHead(path: string): Promise<Head> {
  const { parsed } = await headOf(path)
  return parsed
}

async function headOf(path: string): Promise<{ parsed: Head; text: Buffer }> {
  const file = await open(path).catch(() => {
    throw new BackupProblem(`${path} can’t be read.`)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const text = buffer.subarray(0, buffer.subarray(0, bytesRead).indexOf('\n') + 1)
    return { parsed: head.parse(JSON.parse(text.toString())), text }
  } catch {
    throw new BackupProblem(`${path} isn’t a backup that this version can read.`)
  } finally {
    await file.close()
  }
}

/** Goes over the values of a whole file; with a passphrase, of a sealed one only: anyone can make another. @throws BackupProblem where it was cut or changed, or for another passphrase */
export async function* readBackup(path: string, passphrase: string | null): AsyncGenerator<unknown> {
  const { parsed, text } = await headOf(path)
  if (parsed.sealed && passphrase === null)
    throw new BackupProblem(`${path} is sealed. Set BACKUP_PASSPHRASE to what it was made with.`)
  if (!parsed.sealed && passphrase !== null)
    throw new BackupProblem(`${path} isn’t sealed, so anyone may have made it. If you trust it, add --plain.`)
  const { size } = await stat(path)
  const end = size - 1 - (parsed.sealed ? TAG_BYTES : 0)
  const stream = createReadStream(path, { start: text.length, end: Math.max(end, text.length) })
  const seal = parsed.sealed && passphrase !== null ? await unseal(path, parsed.sealed, { passphrase, text, size }) : []
  const content = new PassThrough()
  const read = pipeline([stream, ...seal, createGunzip(), content])
  read.catch(() => undefined)
  const hash = createHash('sha256')
  let line: string | null = null
  try {
    for await (const next of linesOf(content)) {
      if (line !== null) {
        hash.update(`${line}\n`)
        yield JSON.parse(line)
      }
      line = next
    }
    await read
    if (last.parse(JSON.parse(line ?? '')).sha256 !== hash.digest('hex')) throw new Error('another checksum')
  } catch (cause) {
    if (cause instanceof BackupProblem) throw cause
    const why = parsed.sealed ? 'the passphrase is another, or the file was changed or cut' : 'it was changed or cut'
    throw new BackupProblem(`${path} can’t be used: ${why}.`, { cause })
  } finally {
    stream.destroy()
    content.destroy()
  }
}

async function unseal(
  path: string,
  { salt, iv }: NonNullable<Head['sealed']>,
  { passphrase, text, size }: { passphrase: string; text: Buffer; size: number },
) {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(TAG_BYTES), 0, TAG_BYTES, Math.max(0, size - TAG_BYTES))
  await file.close()
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'))
  return [createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64')).setAAD(text).setAuthTag(buffer)]
}

/** Lines end with a line feed alone: `readline` also takes characters that stand within a text. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let parts: Buffer[] = []
  for await (const chunk of stream) {
    let rest = Buffer.from(chunk)
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      yield Buffer.concat([...parts, rest.subarray(0, at)]).toString()
      parts = []
      rest = rest.subarray(at + 1)
    }
    if (rest.length > 0) parts.push(rest)
  }
}
