// File errors in words: `ENOENT` → "there is no such file".
import { messageOf } from './errors.ts';

/**
 * Why a file could not be read or written. A rare reason is shown by its code, not by the message of Node.js,
 * which has the path in it.
 */
export function fileErrorReason(error: unknown): string {
  const code = errorCode(error);
  if (code === '') return messageOf(error);
  return REASONS[code] ?? (ZLIB.test(code) ? 'its compressed data is damaged' : `error ${code}`);
}

/**
 * The code of a system error, such as `ENOENT`; empty if there is none. An error may come from another realm,
 * so `instanceof` does not work.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Null for the error that there is no such file; throws any other. */
export function ignoreMissing(error: unknown): null {
  if (errorCode(error) !== 'ENOENT') throw error;
  return null;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  Z_BUF_ERROR: 'its compressed data ends too early',
};

/** The codes of gzip's and zstd's errors. */
const ZLIB = /^Z(STD)?_/;
