// Checks the PEM files of certificates and keys that flags and files of credentials name.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { InputError } from '../text/errors.ts';

/** Throws `InputError` unless a file's text is a certificate. */
export function checkCertificate(pem: string, where: string): void {
  try {
    new X509Certificate(pem);
  } catch {
    throw new InputError([`${where} is not a certificate as PEM (-----BEGIN CERTIFICATE-----)`]);
  }
}

/** Throws `InputError` unless a file's text is the key of a certificate. */
export function checkKey(pem: string, certificate: string, where: string): void {
  if (!isKeyOf(pem, certificate))
    throw new InputError([`${where} is not the certificate's key as PEM, without a passphrase`]);
}

function isKeyOf(pem: string, certificate: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
}
