/**
 * HMAC_DRBG over node:crypto, written from SP 800-90A §10.1.2 as slowly and literally as it reads:
 * every step concatenates whole strings. Shares nothing with the core.
 */
import { createHmac } from 'node:crypto';

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();

export class ReferenceDrbg {
  key: Buffer = Buffer.alloc(32, 0x00);
  v: Buffer = Buffer.alloc(32, 0x01);
  reseedCounter = 1;

  constructor(entropy: Uint8Array, nonce: Uint8Array, personalization: Uint8Array) {
    this.update(Buffer.concat([entropy, nonce, personalization]));
  }

  private update(data: Buffer): void {
    this.key = hmac(this.key, Buffer.concat([this.v, Buffer.of(0x00), data]));
    this.v = hmac(this.key, this.v);
    if (data.length === 0) return;
    this.key = hmac(this.key, Buffer.concat([this.v, Buffer.of(0x01), data]));
    this.v = hmac(this.key, this.v);
  }

  reseed(entropy: Uint8Array, additional: Uint8Array): void {
    this.update(Buffer.concat([entropy, additional]));
    this.reseedCounter = 1;
  }

  generate(count: number, additional: Uint8Array): Buffer {
    if (additional.length > 0) this.update(Buffer.from(additional));
    let temp: Buffer = Buffer.alloc(0);
    while (temp.length < count) {
      this.v = hmac(this.key, this.v);
      temp = Buffer.concat([temp, this.v]);
    }
    this.update(Buffer.from(additional));
    this.reseedCounter += 1;
    return temp.subarray(0, count);
  }
}
