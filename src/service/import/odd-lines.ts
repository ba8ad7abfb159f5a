import { type FileHandle, open, rm } from 'node:fs/promises';
import { EventRefusal } from './event.ts';
import { type ImportNote, readRecord } from './import.ts';
import { LineSplitter } from './lines.ts';
import { ndjsonRecord } from './record.ts';
import { type Staging } from './staging.ts';
import { type OddLine } from './survey-ndjson.ts';
import { Tally } from './tally.ts';

/** Writes a file without some of its lines. The copy is for its owner only; one that a process left behind gives way. */
export async function copyWithout(source: FileHandle, odd: readonly OddLine[], copy: string): Promise<void> {
  await rm(copy, { force: true });
  const target = await open(copy, 'wx', 0o600);
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    let from = 0;
    for (const { start, end } of [...odd, { start: Infinity, end: Infinity }]) {
      await copyRange(source, target, buffer, from, start);
      from = end;
    }
  } finally {
    await target.close();
  }
}

const CHUNK_BYTES = 1_048_576;

async function copyRange(
  source: FileHandle,
  target: FileHandle,
  buffer: Buffer,
  from: number,
  to: number,
): Promise<void> {
  for (let at = from; at < to;) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(CHUNK_BYTES, to - at), at);
    if (bytesRead === 0) return;
    await target.writev([buffer.subarray(0, bytesRead)]);
    at += bytesRead;
  }
}

/** Stages the events of a file's odd lines; gives how many they are, and why the others are refused. */
export async function stageOdd(
  source: FileHandle,
  file: string,
  odd: readonly OddLine[],
  staging: Staging,
  note: (note: ImportNote) => void | Promise<void>,
): Promise<{ readonly taken: number; readonly tally: Tally }> {
  const tally = new Tally();
  let taken = 0;
  for (const { number, start, end } of odd) {
    const bytes = Buffer.alloc(end - start);
    await source.read(bytes, 0, bytes.length, start);
    const splitter = new LineSplitter(false, number - 1);
    for (const line of [...splitter.push(bytes), ...splitter.end()]) {
      const record = ndjsonRecord(line);
      const event = readRecord(record, staging);
      if (event instanceof EventRefusal) {
        tally.add(event.reason, record.number);
        await note({ kind: 'refused', file, line: record.number, reason: event.message, text: record.text });
      } else {
        await staging.append([event]);
        taken += 1;
      }
    }
  }
  return { taken, tally };
}
